package dev.sluice.jobs.dedup.stage;

import dev.sluice.core.Bytes;
import dev.sluice.jobs.dedup.spill.ChunkWriter;
import dev.sluice.jobs.dedup.spill.FeatureWriter;
import dev.sluice.jobs.dedup.spill.LongSource;
import dev.sluice.jobs.dedup.spill.Pair;
import dev.sluice.jobs.dedup.spill.RunReader;
import dev.sluice.jobs.dedup.spill.RunSorter;
import dev.sluice.jobs.dedup.spill.SetState;
import dev.sluice.jobs.dedup.spill.Sets;
import dev.sluice.jobs.dedup.spill.SortedRuns;
import dev.sluice.jobs.dedup.spill.SpillFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Receives the shingle sets of documents in candidate pairs, in the order of documents. A process
 * that ends without a {@link #mark} resumes at the previous one. Not thread-safe. Memory: the
 * largest set.
 */
public final class SetSpill implements Closeable {
  private static final String WANTED = "wanted-";

  private final DedupDirectory directory;
  private final LongSource wanted;
  private final ChunkWriter sets;
  private final FeatureWriter index;
  private final byte[] place = new byte[SetState.LAYOUT.signatureBytes()];
  private long next;

  public SetSpill(DedupDirectory directory, DedupMemory memory) throws IOException {
    SetState state = directory.state().sets();
    this.directory = directory;
    this.wanted = wanted(directory, memory);
    this.sets = new ChunkWriter(directory.path(), state.sets());
    this.index =
        new FeatureWriter(directory.path().resolve(SetState.INDEX), SetState.LAYOUT, state.index());
    advance();
  }

  /** All documents in candidate pairs, each once, in order. */
  private static LongSource wanted(DedupDirectory directory, DedupMemory memory)
      throws IOException {
    RunSorter sorter = new RunSorter(directory.path(), WANTED, memory.numbersAtOnce());
    try (LongSource pairs = new RunReader(directory.path(), directory.state().edges())) {
      while (pairs.next()) {
        sorter.add(Pair.first(pairs.value()));
        sorter.add(Pair.second(pairs.value()));
      }
    }
    List<SpillFile> runs = sorter.finish();
    return new SortedRuns(directory.path(), memory.runsAtOnce()).merged(runs, WANTED);
  }

  private void advance() throws IOException {
    next = wanted.next() ? wanted.value() : Long.MAX_VALUE;
  }

  /** The value passed to the last {@link #mark}; empty at the beginning. */
  public Map<String, Object> reading() {
    return directory.state().sets().reading();
  }

  /**
   * The documents whose sets are needed, in order. Earlier ones are skipped, so call it in
   * ascending order.
   *
   * @param from first document
   * @param to after the last one
   */
  public long[] wanted(long from, long to) throws IOException {
    while (next < from) {
      advance();
    }
    long[] documents = new long[16];
    int size = 0;
    while (next < to) {
      if (size == documents.length) {
        documents = Arrays.copyOf(documents, 2 * size);
      }
      documents[size++] = next;
      advance();
    }
    return Arrays.copyOf(documents, size);
  }

  /**
   * Adds a set.
   *
   * @param document greater than the previous one
   * @param set distinct numbers in ascending order, 4 bytes each, after {@link
   *     dev.sluice.jobs.dedup.spill.Sets#HEADER_BYTES} bytes that are overwritten
   */
  public void add(long document, byte[] set) throws IOException {
    Bytes.writeLong(place, 0, document);
    Bytes.writeLong(place, Long.BYTES, sets.written().bytes());
    int count = (set.length - Sets.HEADER_BYTES) / Integer.BYTES;
    sets.append(set, set.length, count);
    index.add(place, Double.NaN, count);
  }

  /** Notes how far the reading is: where to go on, as JSON values. */
  public void mark(Map<String, Object> reading) throws IOException {
    SetState state = new SetState(reading, index.mark(), sets.written());
    directory.noteLightly(directory.state().withSets(state));
  }

  /** All sets have been added. */
  public void finish(Map<String, Object> reading) throws IOException {
    mark(reading);
    index.finish();
  }

  @Override
  public void close() throws IOException {
    try (wanted;
        sets) {
      index.close();
    }
  }
}
