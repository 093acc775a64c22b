package dev.sluice.it.campaign;

import java.util.Locale;

/** A process of the program, by its command. */
enum Role {
  RUN(Form.ONE_PROCESS),
  INGEST(Form.ROLES_APART),
  STREAMS(Form.ROLES_APART),
  MATCHER(Form.ROLES_APART),
  SINK(Form.ROLES_APART),
  BROKER(Form.ROLES_APART),
  COMPACT(Form.COMPACTION),
  TAKEDOWN(Form.TAKE_DOWN);

  private final Form form;

  Role(Form form) {
    this.form = form;
  }

  /** The rounds that it is at work in. */
  Form form() {
    return form;
  }

  /** Whether there is such a process where this is read. */
  boolean isOf(Input input) {
    return this != MATCHER || input == Input.NEAR_DUPLICATES;
  }

  /** Whether all is done when it ends by itself. */
  boolean isWork() {
    return this == INGEST || form != Form.ROLES_APART;
  }

  /** Whether there must be a broker before it is started. */
  boolean needsBroker() {
    return form == Form.ROLES_APART && this != BROKER;
  }

  /** The word on the command line. */
  String command() {
    return name().toLowerCase(Locale.ROOT);
  }
}
