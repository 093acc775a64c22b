package dev.sluice.jobs.validate.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.jobs.validate.output.SealedOutput.SealedShard;
import dev.sluice.jobs.validate.report.Explanation;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.Match;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.ParquetSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks up an id in the evidence of an output, and in its shards. Used once. */
public final class EvidenceLookup {
  private final SealedOutput output;
  private final String id;
  private final List<Match> decided = new ArrayList<>();
  private final List<Match> because = new ArrayList<>();
  private long becauseCount;

  /** Creates the lookup of an id. */
  public EvidenceLookup(SealedOutput output, String id) {
    this.output = output;
    this.id = id;
  }

  /**
   * Reads evidence and ids.
   *
   * @param source root of the input, for the texts
   * @throws IOException if a file cannot be read
   */
  public Explanation explain(Optional<Path> source) throws IOException, InterruptedException {
    EvidenceFiles.of(output.root()).read(this::add);
    Map<DocumentOrigin, String> texts = new HashMap<>();
    if (source.isPresent()) {
      SourceTexts found = SourceTexts.read(source.get(), output.content(), decided);
      for (Match match : decided) {
        texts.put(match.document(), found.of(match.document()));
        texts.put(match.kept(), found.of(match.kept()));
      }
    }
    return new Explanation(id, decided, because, becauseCount, shard(), texts);
  }

  private void add(Match match) {
    if (match.document().id().equals(id) && decided.size() < Explanation.MOST_ROWS) {
      decided.add(match);
    }
    if (match.isRemoval() && match.kept().id().equals(id)) {
      becauseCount++;
      if (because.size() < Explanation.MOST_ROWS) {
        because.add(match);
      }
    }
  }

  private String shard() throws IOException, InterruptedException {
    if (!output.content().has(ColumnRole.ID)) {
      return "";
    }
    byte[] wanted = id.getBytes(UTF_8);
    StringBuilder found = new StringBuilder();
    for (SealedShard shard : output.shards()) {
      Path file = output.root().resolve(shard.path());
      ParquetSource.open(file, ColumnMapping.ofShard(List.of(ColumnRole.ID)))
          .read(
              row -> {
                if (Arrays.equals(row.requireId(file), wanted)) {
                  found.append(found.isEmpty() ? "" : ", ");
                  found.append(shard.path()).append(" row ").append(row.row());
                }
              });
    }
    return found.toString();
  }
}
