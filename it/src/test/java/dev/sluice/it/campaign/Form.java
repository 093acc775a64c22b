package dev.sluice.it.campaign;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What is at work in a round. */
enum Form {
  /** A {@code run}. */
  ONE_PROCESS,
  /** Each role as a process of its own. */
  ROLES_APART,
  /** A {@code compact} of a finished output. */
  COMPACTION,
  /** A {@code takedown} of a finished output. */
  TAKE_DOWN,
  /** Whatever an incident starts. */
  INCIDENT;

  /** Those that are started again until the work is done. */
  List<Role> roles() {
    return Arrays.stream(Role.values()).filter(role -> role.form() == this).toList();
  }

  /** Whether there is an output before anything is started. */
  boolean isOfFinishedOutput() {
    return this == COMPACTION || this == TAKE_DOWN;
  }

  String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
