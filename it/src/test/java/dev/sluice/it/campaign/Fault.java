package dev.sluice.it.campaign;

import java.util.Optional;

/** Something that is done to the program in a round, by its name in the table. */
sealed interface Fault permits Strike, Incident {
  /** A line of the table. */
  String words();

  /** Faults of one kind are much alike. */
  String kind();

  /** What must be read for it to happen; empty: whatever is. */
  Optional<Input> input();
}
