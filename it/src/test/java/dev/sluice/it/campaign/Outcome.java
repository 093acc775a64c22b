package dev.sluice.it.campaign;

import java.util.Locale;

/** How a round ended. */
enum Outcome {
  /** Every byte as in the undisturbed run, every end of a process as it should be. */
  SAME,
  /** The program refused, said why, and touched nothing, as it should. */
  REFUSED,
  /** A byte, or a file, is not as in the undisturbed run. */
  DIFFERENT,
  /** The bytes are the same, but a process ended as it should not, or left something lying. */
  UNCLEAN,
  /** It never came to an end. */
  STUCK,
  /** This machine cannot do it, or the run was over before it happened. */
  SKIPPED;

  boolean isGood() {
    return this == SAME || this == REFUSED || this == SKIPPED;
  }

  String words() {
    return name().toLowerCase(Locale.ROOT);
  }
}
