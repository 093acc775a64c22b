package dev.sluice.jobs.sample;

import dev.sluice.algorithms.sample.RowRange;
import dev.sluice.storage.text.TextColumns;
import java.util.List;

/**
 * A bucket as it is on disk.
 *
 * @param ids the rule in force
 * @param columns what is read of its rows
 * @param files that can be read, sorted
 * @param quarantined those that cannot
 */
record BucketSource(
    SampleRequest.Part part,
    IdRule ids,
    TextColumns columns,
    List<SampleFile> files,
    List<QuarantinedFile> quarantined) {

  /** What is chosen among. */
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
