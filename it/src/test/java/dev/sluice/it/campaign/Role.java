package dev.sluice.it.campaign;

import java.util.Locale;

/** A process of the program, by its command. */
enum Role {
  RUN,
  INGEST,
  STREAMS,
  SINK,
  BROKER;

  /** The word on the command line. */
  String command() {
    return name().toLowerCase(Locale.ROOT);
  }
}
