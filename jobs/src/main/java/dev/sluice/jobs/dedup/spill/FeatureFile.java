package dev.sluice.jobs.dedup.spill;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The file with the features of all documents.
 *
 * @param path of the file
 * @param layout of the file
 * @param documents number of documents in it
 */
public record FeatureFile(Path path, FeatureLayout layout, long documents) {
  public FeatureReader open() throws IOException {
    return new FeatureReader(path, layout, documents);
  }
}
