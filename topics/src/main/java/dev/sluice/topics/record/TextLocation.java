package dev.sluice.topics.record;

/** Where the texts of documents are while their records pass through the topics. */
public enum TextLocation {
  /** In the source files, where the sink reads them: records are {@link SelectedRows}. */
  SOURCE,

  /** In the record of each document, a {@link DocumentRecord}. */
  RECORD
}
