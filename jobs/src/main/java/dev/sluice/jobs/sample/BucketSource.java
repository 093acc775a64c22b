package dev.sluice.jobs.sample;

import dev.sluice.algorithms.sample.RowRange;
import dev.sluice.storage.text.TextColumns;
import java.util.List;

/**
 * The files of a bucket.
 *
 * @param ids the effective rule
 * @param columns to read
 * @param files readable files, sorted
 * @param quarantined files that cannot be read
 */
record BucketSource(
    SampleRequest.Part part,
    IdRule ids,
    TextColumns columns,
    List<SampleFile> files,
    List<QuarantinedFile> quarantined) {

  /** The rows to choose from. */
  List<RowRange> ranges(long seed) {
    String bucket = part.bucket().name();
    return files.stream()
        .map(
            file ->
                new RowRange("%d_%s#%s#".formatted(seed, bucket, file.id()), file.survey().rows()))
        .toList();
  }

  long rows() {
    return files.stream().mapToLong(file -> file.survey().rows()).sum();
  }
}
