package dev.sluice.streams.keys;

import dev.sluice.topics.record.BandBlock;
import dev.sluice.topics.record.TopicDocument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Joins the keys of consecutive documents of a source file to a block for each band. A document
 * without a key in a band is not in the band's block; a band without documents has no block.
 *
 * <pre>
 * documents     a1 a2 a4 | b0 b1 ...       file and row
 * band 0        [a1 a2 a4] [b0 b1 ...
 * band 1        [a1    a4] [   b1 ...      a2 and b0 are short
 * </pre>
 *
 * <p>Without joining, a document that travels alone would cost a record of some 150 bytes in each
 * band, for a key of 6. Memory: 16 bytes a key and its sketch, of up to {@link #MOST} documents.
 * Used by one thread.
 */
public final class KeyBlocks {
  /** Documents of a block. */
  public static final int MOST = 1024;

  private static final int FIRST_ROWS = 16;

  private final List<Band> bands;
  private final Target target;
  private final int sketchBytes;
  private String unit = "";
  private String file = "";
  private long row;
  private int documents;

  /** Takes the blocks of bands. */
  public interface Target {
    /** Takes a block of a band. */
    void accept(int band, BandBlock block);
  }

  /** The keys of one band. */
  private static final class Band {
    private long[] rows = new long[FIRST_ROWS];
    private long[] keys = new long[FIRST_ROWS];
    private byte[] sketches = {};
    private final List<String> dumps = new ArrayList<>();
    private int size;

    void add(long row, long key, byte[] sketch, String dump) {
      if (size == rows.length) {
        rows = Arrays.copyOf(rows, 2 * size);
        keys = Arrays.copyOf(keys, 2 * size);
      }
      if (sketch.length > 0) {
        if ((size + 1) * sketch.length > sketches.length) {
          sketches = Arrays.copyOf(sketches, rows.length * sketch.length);
        }
        System.arraycopy(sketch, 0, sketches, size * sketch.length, sketch.length);
      }
      rows[size] = row;
      keys[size++] = key;
      if (!dumps.contains(dump)) {
        dumps.add(dump);
      }
    }

    BandBlock take(String unit, String file, int sketchBytes) {
      BandBlock block =
          new BandBlock(
              unit,
              file,
              dumps,
              Arrays.copyOf(rows, size),
              Arrays.copyOf(keys, size),
              Arrays.copyOf(sketches, size * sketchBytes));
      dumps.clear();
      size = 0;
      return block;
    }
  }

  /**
   * Starts without documents.
   *
   * @param bands number of bands
   * @param sketchBytes of a document's sketch; 0 without sketches
   * @param target takes the blocks
   */
  public KeyBlocks(int bands, int sketchBytes, Target target) {
    this.sketchBytes = sketchBytes;
    this.bands = Stream.generate(Band::new).limit(bands).toList();
    this.target = target;
  }

  /**
   * Adds a document. Hands over the blocks of those before it, if they are of another file or of
   * later rows, or {@link #MOST}.
   *
   * @param keys its keys, from the first band on
   * @param count number of its keys
   * @param sketch of the document, if it has keys; is copied
   */
  public void add(TopicDocument document, long[] keys, int count, byte[] sketch) {
    if (count > 0 && sketch.length != sketchBytes) {
      throw new IllegalArgumentException("an invalid sketch of " + sketch.length + " bytes");
    }
    if (documents == MOST || !continues(document)) {
      drain();
    }
    unit = document.unit();
    file = document.file();
    row = document.row();
    documents++;
    for (int band = 0; band < count; band++) {
      bands.get(band).add(row, keys[band], sketch, document.dump());
    }
  }

  private boolean continues(TopicDocument document) {
    return document.row() > row && document.file().equals(file) && document.unit().equals(unit);
  }

  /** Hands over the blocks of all documents so far, in the order of bands. */
  public void drain() {
    documents = 0;
    for (int band = 0; band < bands.size(); band++) {
      if (bands.get(band).size > 0) {
        target.accept(band, bands.get(band).take(unit, file, sketchBytes));
      }
    }
  }
}
