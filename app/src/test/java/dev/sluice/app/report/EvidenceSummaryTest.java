package dev.sluice.app.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.EvidenceWriter;
import dev.sluice.neardup.Match;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceSummaryTest {
  @TempDir private Path output;
  private final List<Match> matches = new ArrayList<>();
  private EvidenceFiles evidence;

  @BeforeEach
  void write() throws IOException {
    Random random = new Random(3);
    for (int unit = 1; unit <= 2; unit++) {
      Path file = output.resolve(EvidenceFiles.DIRECTORY).resolve("00000" + unit + "-a.parquet");
      Publication publication = new Publication(output.resolve("tmp"));
      try (EvidenceWriter writer = new EvidenceWriter(publication, List.of())) {
        for (int row = 0; row < 1_000; row++) {
          int kept = random.nextInt(60);
          Rule rule = Rule.values()[random.nextInt(3)];
          double share = rule == Rule.COPY ? 1 : rule == Rule.NONE ? 0.8 : 0.95;
          Match match =
              new Match(
                  origin("unit" + unit + "/b" + row % 3 + "/f", row),
                  origin("f", kept * kept / 60),
                  new Containment(rule, Math.min(1, share + random.nextInt(5) / 128.0), 0, 1));
          matches.add(match);
          writer.add(match);
        }
        writer.publish(file);
      }
    }
    evidence = EvidenceFiles.of(output);
  }

  private static DocumentOrigin origin(String file, long row) {
    return new DocumentOrigin(file, row, file + "#" + row, "dump" + row % 2, "b" + row % 3);
  }

  @Test
  void shouldCountWhatWasRemoved() throws Exception {
    EvidenceSummary summary = EvidenceSummary.of(evidence);
    Map<String, Object> result = new LinkedHashMap<>();
    summary.addTo(result);
    String json = new String(Json.write(result), UTF_8);
    assertThat(json)
        .contains("\"copies\" : " + count(Rule.COPY))
        .contains("\"contained\" : " + count(Rule.CONTAINED))
        .contains("\"nearly_contained_but_kept\" : " + count(Rule.NONE));
    long ofFirst =
        matches.stream()
            .filter(each -> each.isRemoval() && each.document().file().startsWith("unit1/b0/"))
            .count();
    assertThat(json).contains("\"unit1/b0\" : {\n").contains("\"removed\" : " + ofFirst);
    List<Match> examples = summary.examples();
    assertThat(examples).hasSize(20);
    assertThat(examples.subList(0, 10))
        .allSatisfy(each -> assertThat(each.containment().share()).isEqualTo((double) 0.95f));
    assertThat(examples.subList(10, 20))
        .allSatisfy(each -> assertThat(each.containment().rule()).isEqualTo(Rule.NONE))
        .allSatisfy(each -> assertThat(each.containment().share()).isGreaterThan(0.83));
  }

  private long count(Rule rule) {
    return matches.stream().filter(each -> each.containment().rule() == rule).count();
  }
}
