package dev.sluice.jobs.dedup.spill;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/** The spilled compact signatures. Not thread-safe. Holds a file descriptor and a block. */
public final class Signatures implements Closeable {
  private final FeatureReader features;
  private final byte[] read;

  public Signatures(FeatureFile file) throws IOException {
    this.features = file.open();
    this.read = new byte[file.layout().width()];
  }

  /**
   * The signature of a document; fastest in document order.
   *
   * @throws DamagedSpillException if it has changed
   */
  public byte[] of(long document) throws IOException {
    features.read(document, read, 0);
    return Arrays.copyOfRange(read, FeatureLayout.SIGNATURE_AT, read.length);
  }

  @Override
  public void close() throws IOException {
    features.close();
  }
}
