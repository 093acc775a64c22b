package dev.sluice.jobs.process;

import java.util.Locale;

/** What examples of an operator show. */
enum TraceKind {
  CHANGED,
  DROPPED,
  REJECTED,
  KEPT;

  String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
