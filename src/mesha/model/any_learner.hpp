// A learner whose type is chosen at run time. It is just another Learner.
// Assigning over one of the same kind reuses its memory, so a simulation allocates nothing.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <typeinfo>
#include <utility>
#include <vector>

#include "mesha/model/affine.hpp"
#include "mesha/model/learner.hpp"

namespace mesha {

class AnyLearner {
 public:
  template <class L>
    requires(!std::same_as<L, AnyLearner> && Learner<L>)
  explicit AnyLearner(L learner) : held_(std::make_unique<Held<L>>(std::move(learner))) {}

  AnyLearner(const AnyLearner& other) : held_(other.held_->clone()) {}
  AnyLearner(AnyLearner&&) noexcept = default;
  AnyLearner& operator=(const AnyLearner& other) {
    if (this != &other && !(held_ && held_->assign(*other.held_))) held_ = other.held_->clone();
    return *this;
  }
  AnyLearner& operator=(AnyLearner&&) noexcept = default;
  ~AnyLearner() = default;

  bool finished() const { return held_->finished(); }
  const std::vector<Pulls>& plan(Reports reports) { return held_->plan(reports); }
  void observe(std::span<const Evidence> batch) { held_->observe(batch); }
  void withdraw(ArmId arm) { held_->withdraw(arm); }
  const std::vector<Departure>& departures() const { return held_->departures(); }
  const Answer& answer() const { return held_->answer(); }
  std::optional<AffineFacts> affine() const { return held_->affine(); }  // where it states any

 private:
  struct Interface {
    Interface() = default;
    Interface(const Interface&) = delete;
    Interface& operator=(const Interface&) = delete;
    virtual ~Interface() = default;
    virtual std::unique_ptr<Interface> clone() const = 0;
    virtual bool assign(const Interface& other) = 0;  // false: of another kind
    virtual bool finished() const = 0;
    virtual const std::vector<Pulls>& plan(Reports reports) = 0;
    virtual void observe(std::span<const Evidence> batch) = 0;
    virtual void withdraw(ArmId arm) = 0;
    virtual const std::vector<Departure>& departures() const = 0;
    virtual const Answer& answer() const = 0;
    virtual std::optional<AffineFacts> affine() const = 0;
  };

  template <Learner L>
  struct Held final : Interface {
    explicit Held(L inner) : learner(std::move(inner)) {}
    std::unique_ptr<Interface> clone() const override { return std::make_unique<Held>(learner); }
    bool assign(const Interface& other) override {
      if (typeid(other) != typeid(Held)) return false;
      learner = static_cast<const Held&>(other).learner;  // NOLINT: the type was just compared
      return true;
    }
    bool finished() const override { return learner.finished(); }
    const std::vector<Pulls>& plan(Reports reports) override { return learner.plan(reports); }
    void observe(std::span<const Evidence> batch) override { learner.observe(batch); }
    void withdraw(ArmId arm) override { learner.withdraw(arm); }
    const std::vector<Departure>& departures() const override { return learner.departures(); }
    const Answer& answer() const override { return learner.answer(); }
    std::optional<AffineFacts> affine() const override {
      if constexpr (Affine<L>) return learner.affine();
      return std::nullopt;
    }

    L learner;
  };

  std::unique_ptr<Interface> held_;
};

static_assert(Learner<AnyLearner>);

}  // namespace mesha
