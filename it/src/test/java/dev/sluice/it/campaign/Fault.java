package dev.sluice.it.campaign;

/** Something that is done to the program in a round, by its name in the table. */
sealed interface Fault permits Strike, Incident {
  /** A line of the table. */
  String words();

  /** Faults of one kind are much alike. */
  String kind();
}
