package dev.sluice.jobs.dedup.stage;

import dev.sluice.jobs.dedup.spill.FeatureLayout;
import dev.sluice.jobs.dedup.spill.FeatureWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Takes what is known of documents while they are read. Facts come from one thread, in input order;
 * band keys from any number of threads, each with an appender of its own, in any order. A process
 * that ends without a {@link #mark} goes on at the one before: documents behind it are to be added
 * again.
 */
public final class DocumentSpill implements Closeable {
  private final DedupDirectory directory;
  private final DedupMemory memory;
  private final BandWriters writers;
  private final FeatureWriter facts;
  private long documents;

  public DocumentSpill(DedupDirectory directory, DedupMemory memory, FeatureLayout layout)
      throws IOException {
    DedupState state = directory.state();
    this.directory = directory;
    this.memory = memory;
    this.documents = state.documents();
    this.writers = new BandWriters(directory.path(), state.parts());
    try {
      this.facts = new FeatureWriter(directory.factsPath(), layout, state.facts());
    } catch (IOException e) {
      writers.close();
      throw e;
    }
  }

  /** What was handed to the last {@link #mark}: where to go on; empty at the beginning. */
  public Map<String, Object> reading() {
    return directory.state().reading();
  }

  /** How many documents have facts, and so the number of the next one. */
  public long documents() {
    return documents;
  }

  /** An appender of band keys for one thread. Memory: a chunk for each part, 1 to 32 KiB. */
  public BandAppender appender() {
    return new BandAppender(writers, memory.chunkBytes(writers.count()));
  }

  /**
   * Adds the facts of the next document and gives its number.
   *
   * @param signature the compact signature, of as many bytes as the request says
   * @param score as the survivor rule takes it; no number where there is none
   * @param length of the text in bytes
   */
  public long add(byte[] signature, double score, long length) throws IOException {
    documents = facts.add(signature, score, length) + 1;
    return documents - 1;
  }

  /**
   * Notes how far the reading is. Nobody may add anything meanwhile, and the keys of exactly the
   * documents that have facts must have been added.
   *
   * @param reading where to go on, as JSON values
   */
  public void mark(Map<String, Object> reading, List<BandAppender> appenders) throws IOException {
    for (BandAppender appender : appenders) {
      appender.flush();
    }
    directory.noteLightly(directory.state().read(reading, facts.mark(), writers.written()));
  }

  /** Ends the reading: all documents have been added. */
  public void finish(List<BandAppender> appenders) throws IOException {
    mark(reading(), appenders);
    facts.finish();
    directory.note(directory.state().at(DedupStage.GROUPING));
  }

  @Override
  public void close() throws IOException {
    writers.close();
    facts.close();
  }
}
