package dev.sluice.topics.record;

/** Decides where the texts are while the records of documents pass through the topics. */
public enum TextLocation {
  /**
   * Texts are in the source files. The sink reads them there, and records are {@link SelectedRows}.
   */
  SOURCE,

  /** A text is in the record of its document, a {@link DocumentRecord}. */
  RECORD
}
