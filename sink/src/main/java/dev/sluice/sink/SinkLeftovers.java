package dev.sluice.sink;

import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.ParquetSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shards of one partition that a sink which knew fewer take-downs has published, and that no record
 * can name any more: a cut that knows more take-downs has used up their rank, and its shard of this
 * rank has fewer rows. A later take-down leaves still fewer rows, so these shards are never the
 * ones that a take-down is about to record.
 */
final class SinkLeftovers {
  private static final Logger LOG = LoggerFactory.getLogger(SinkLeftovers.class);

  private final SinkSettings settings;
  private final TopicPartition partition;

  SinkLeftovers(SinkSettings settings, TopicPartition partition) {
    this.settings = settings;
    this.partition = partition;
  }

  /**
   * Deletes the shards whose ranks later cuts have used up. Lists the directories of those shards
   * from which these cuts have removed rows, which is the whole bucket if shards are not laid out
   * by dump. Does nothing if the cuts have removed no rows.
   *
   * @param cuts all cut records of the partition
   * @param after the number of the cut before the later ones
   */
  void delete(List<CutRecord> cuts, long after) throws IOException {
    Map<String, Long> rows = rows(cuts, after);
    Set<Path> directories = new TreeSet<>();
    rows.keySet()
        .forEach(path -> directories.add(settings.layout().root().resolve(path).getParent()));
    for (Path directory : directories) {
      for (Path shard : OutputFiles.of(directory).sizesBelow(directory).keySet()) {
        String path = settings.layout().relative(shard);
        boolean isOfCut = CutFile.isShard(path) && CutFile.compactionOf(path).isEmpty();
        if (isOfCut && rows.containsKey(whole(path)) && rows(shard) > rows.get(whole(path))) {
          Files.deleteIfExists(shard);
        }
      }
    }
  }

  /**
   * Returns the numbers of rows that later cuts have left of the shards from which they removed
   * some, by the path that the shard would have otherwise.
   */
  private Map<String, Long> rows(List<CutRecord> cuts, long after) {
    String bucket = settings.topics().names().bucketOf(partition.topic());
    Map<String, Long> rows = new HashMap<>();
    Map<String, Long> next = new HashMap<>();
    for (CutRecord cut : cuts) {
      if (cut.number() > after) {
        cut.sequences()
            .forEach(
                (dump, end) -> {
                  for (long used = next.getOrDefault(dump, 0L); used < end; used++) {
                    rows.put(settings.layout().shard(bucket, dump, rank(used)), 0L);
                  }
                });
        for (CutFile file : cut.files()) {
          rows.replace(whole(file.path()), file.rows());
          rows.remove(file.path()); // nothing was removed
        }
      }
      next.putAll(cut.sequences());
    }
    return rows;
  }

  private long rank(long sequence) {
    return sequence * settings.topics().partitions() + partition.partition();
  }

  /** Returns the path that a shard would have if no row had been removed from it. */
  private static String whole(String path) {
    return path.substring(0, path.lastIndexOf('/') + 1) + CutFile.rank(path) + ".parquet";
  }

  /** Returns the number of rows of a shard; 0 if it is gone, or if it is damaged and so stays. */
  private static long rows(Path shard) throws IOException {
    ColumnMapping ids = ColumnMapping.ofShard(List.of("id"), Optional.empty());
    try {
      return ParquetSource.open(shard, ids, FieldRules.OF_SHARDS).rows();
    } catch (NoSuchFileException e) {
      return 0;
    } catch (SourceFormatException e) {
      LOG.atWarn()
          .addKeyValue("file", shard)
          .addKeyValue("reason", e.reason())
          .log("cannot read a shard that no record names; takedown and compact delete it");
      return 0;
    }
  }
}
