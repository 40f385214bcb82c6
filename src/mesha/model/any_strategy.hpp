// A strategy whose type is chosen at run time. It is just another Strategy.
#pragma once

#include <memory>
#include <typeinfo>
#include <utility>
#include <vector>

#include "mesha/model/strategy.hpp"

namespace mesha {

class AnyStrategy {
 public:
  template <class S>
    requires(!std::same_as<S, AnyStrategy> && Strategy<S>)
  explicit AnyStrategy(S strategy) : held_(std::make_unique<Held<S>>(std::move(strategy))) {}

  AnyStrategy(const AnyStrategy& other) : held_(other.held_->clone()) {}
  AnyStrategy(AnyStrategy&&) noexcept = default;
  AnyStrategy& operator=(const AnyStrategy& other) {
    if (this != &other && !(held_ && held_->assign(*other.held_))) held_ = other.held_->clone();
    return *this;
  }
  AnyStrategy& operator=(AnyStrategy&&) noexcept = default;
  ~AnyStrategy() = default;

  bool constant() const { return held_->constant(); }
  bool watches() const { return held_->watches(); }
  const Report& report(const ArmView& view) { return held_->report(view); }

 private:
  struct Interface {
    Interface() = default;
    Interface(const Interface&) = delete;
    Interface& operator=(const Interface&) = delete;
    virtual ~Interface() = default;
    virtual std::unique_ptr<Interface> clone() const = 0;
    virtual bool assign(const Interface& other) = 0;  // false: of another kind
    virtual bool constant() const = 0;
    virtual bool watches() const = 0;
    virtual const Report& report(const ArmView& view) = 0;
  };

  template <Strategy S>
  struct Held final : Interface {
    explicit Held(S inner) : strategy(std::move(inner)) {}
    std::unique_ptr<Interface> clone() const override { return std::make_unique<Held>(strategy); }
    bool assign(const Interface& other) override {
      if (typeid(other) != typeid(Held)) return false;
      strategy = static_cast<const Held&>(other).strategy;  // NOLINT: the type was just compared
      return true;
    }
    bool constant() const override { return strategy.constant(); }
    bool watches() const override { return strategy.watches(); }
    const Report& report(const ArmView& view) override { return strategy.report(view); }

    S strategy;
  };

  std::unique_ptr<Interface> held_;
};

static_assert(Strategy<AnyStrategy>);

using Profile = std::vector<AnyStrategy>;  // one per arm

}  // namespace mesha
