package dev.sluice.settings;

/** Where the texts of documents are while documents pass through the topics. */
public enum TopicText {
  /** In the source if the broker is embedded and there are no operators, else in the records. */
  AUTO,

  /** In the source, where the sink reads them. */
  SOURCE,

  /** In the records. */
  RECORD
}
