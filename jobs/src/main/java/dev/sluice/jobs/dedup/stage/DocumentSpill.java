package dev.sluice.jobs.dedup.stage;

import dev.sluice.jobs.dedup.spill.FeatureLayout;
import dev.sluice.jobs.dedup.spill.FeatureWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Receives keys and features of documents while they are read. Features come from one thread in
 * input order; band keys from any number of threads, each with its own appender, in any order. A
 * process that ends without a {@link #mark} resumes at the previous one, and adds the documents
 * after it again.
 */
public final class DocumentSpill implements Closeable {
  private final DedupDirectory directory;
  private final DedupMemory memory;
  private final BandWriters writers;
  private final FeatureWriter features;
  private long documents;

  public DocumentSpill(DedupDirectory directory, DedupMemory memory, FeatureLayout layout)
      throws IOException {
    DedupState state = directory.state();
    this.directory = directory;
    this.memory = memory;
    this.documents = state.documents();
    this.writers = new BandWriters(directory.path(), state.parts());
    try {
      this.features = new FeatureWriter(directory.featuresPath(), layout, state.features());
    } catch (IOException e) {
      writers.close();
      throw e;
    }
  }

  /** The value passed to the last {@link #mark}; empty at the beginning. */
  public Map<String, Object> reading() {
    return directory.state().reading();
  }

  /** The number of documents with features, which is the number of the next one. */
  public long documents() {
    return documents;
  }

  /** Creates an appender of band keys for one thread. Memory: one chunk per part, 1 to 32 KiB. */
  public BandAppender appender() {
    return new BandAppender(writers, memory.chunkBytes(writers.count()));
  }

  /**
   * Adds the features of the next document and returns its number.
   *
   * @param signature of the requested size
   * @param score for the survivor rule; NaN if there is none
   * @param length of the text in bytes
   */
  public long add(byte[] signature, double score, long length) throws IOException {
    documents = features.add(signature, score, length) + 1;
    return documents - 1;
  }

  /**
   * Records a checkpoint. No thread may add anything meanwhile, and the keys of exactly the
   * documents with features must have been added.
   *
   * @param reading position to resume at, as JSON values
   */
  public void mark(Map<String, Object> reading, List<BandAppender> appenders) throws IOException {
    for (BandAppender appender : appenders) {
      appender.flush();
    }
    directory.noteLightly(directory.state().read(reading, features.mark(), writers.written()));
  }

  /** Ends the reading: all documents have been added. */
  public void finish(List<BandAppender> appenders) throws IOException {
    mark(reading(), appenders);
    features.finish();
    directory.note(directory.state().at(DedupStage.GROUPING));
  }

  @Override
  public void close() throws IOException {
    writers.close();
    features.close();
  }
}
