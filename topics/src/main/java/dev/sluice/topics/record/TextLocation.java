package dev.sluice.topics.record;

/** Decides where the texts of documents are while their records pass through the topics. */
public enum TextLocation {
  /**
   * Texts are in the source files. The sink reads them there, and records are {@link SelectedRows}.
   */
  SOURCE,

  /** A text is in the record of its document, a {@link DocumentRecord}. */
  RECORD
}
