package dev.sluice.it.campaign;

import java.util.Optional;

/**
 * A signal to one process.
 *
 * @param role the process
 * @param act the signal
 * @param point where; empty: at a random time
 */
record Strike(Role role, Act act, Optional<Point> point) implements Fault {
  @Override
  public String words() {
    String where = point.map(at -> "at \"" + at.words() + "\"").orElse("at a random time");
    return "%s of %s %s".formatted(act.words(), role.command(), where);
  }

  @Override
  public String kind() {
    return act.words();
  }

  @Override
  public Optional<Input> input() {
    if (role == Role.MATCHER || point.filter(Point::isOfNearDuplicates).isPresent()) {
      return Optional.of(Input.NEAR_DUPLICATES);
    }
    return point.filter(Point::isOfPacks).map(packs -> Input.CUTS);
  }
}
