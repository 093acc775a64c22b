package dev.sluice.it.campaign;

import java.util.Optional;

/**
 * A strike of one round.
 *
 * @param strike what and where
 * @param hit at which time, from 1, that the process comes to the point
 * @param fraction where there is no point: when, as a fraction of the time of an undisturbed run
 */
record Blow(Strike strike, int hit, double fraction) {
  Optional<Aim> aim() {
    return strike.point().map(point -> new Aim(point, hit));
  }

  /** What falls, exactly. */
  String words() {
    return strike.words() + (strike.point().isPresent() ? " #" + hit : " %.3f".formatted(fraction));
  }
}
