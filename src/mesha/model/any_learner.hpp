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
  ArmId leader() const { return held_->leader(); }
  const Answer& answer() const { return held_->answer(); }

  void start(const RunRandom& random) { held_->start(random); }  // nothing, for one without coins
  bool tosses_coins() const { return held_->tosses_coins(); }
  bool withdrawable() const { return held_->withdrawable(); }  // the next two need it
  void withdraw(ArmId arm) { held_->withdraw(arm); }
  const std::vector<Departure>& departures() const { return held_->departures(); }
  std::optional<AffineFacts> affine() const { return held_->affine(); }  // where it states any
  bool adaptive() const { return held_->adaptive(); }
  bool stops_by_itself() const { return held_->stops_by_itself(); }
  bool noise_by_pull() const { return held_->noise_by_pull(); }
  bool wants_squares() const { return held_->wants_squares(); }
  bool set_aside(ArmId arm) const { return held_->set_aside(arm); }  // false: nobody ever is

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
    virtual ArmId leader() const = 0;
    virtual const Answer& answer() const = 0;
    virtual void start(const RunRandom& random) = 0;
    virtual bool tosses_coins() const = 0;
    virtual bool withdrawable() const = 0;
    virtual void withdraw(ArmId arm) = 0;
    virtual const std::vector<Departure>& departures() const = 0;
    virtual std::optional<AffineFacts> affine() const = 0;
    virtual bool adaptive() const = 0;
    virtual bool stops_by_itself() const = 0;
    virtual bool noise_by_pull() const = 0;
    virtual bool wants_squares() const = 0;
    virtual bool set_aside(ArmId arm) const = 0;
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
    ArmId leader() const override { return learner.leader(); }
    const Answer& answer() const override { return learner.answer(); }
    void start(const RunRandom& random) override {
      if constexpr (TossesCoins<L>) learner.start(random);
    }
    bool tosses_coins() const override { return TossesCoins<L>; }
    bool withdrawable() const override { return Withdrawable<L>; }
    void withdraw(ArmId arm) override {
      if constexpr (Withdrawable<L>) return learner.withdraw(arm);
      expects(false, "nobody can withdraw from this learner");
    }
    const std::vector<Departure>& departures() const override {
      if constexpr (Withdrawable<L>) return learner.departures();
      expects(false, "this learner does not say who has left so far");
      return learner.answer().departures;
    }
    std::optional<AffineFacts> affine() const override {
      if constexpr (Affine<L>) return learner.affine();
      return std::nullopt;
    }
    bool adaptive() const override { return is_adaptive<L>; }
    bool stops_by_itself() const override { return stops_itself<L>; }
    bool noise_by_pull() const override { return has_noise_by_pull<L>; }
    bool wants_squares() const override { return mesha::wants_squares<L>; }
    bool set_aside(ArmId arm) const override {
      if constexpr (SetsAside<L>) return learner.set_aside(arm);
      return false;
    }

    L learner;
  };

  std::unique_ptr<Interface> held_;
};

static_assert(Learner<AnyLearner>);

}  // namespace mesha
