package dev.sluice.jobs.process;

import java.util.Locale;

/** The kinds of examples. */
enum TraceKind {
  CHANGED,
  DROPPED,
  REJECTED,
  KEPT;

  String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
