package dev.sluice.storage.output;

import static dev.sluice.storage.output.TestingCuts.noneQuarantined;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.BucketCounts;
import dev.sluice.storage.output.DumpDigest.Bucket;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.publish.Publication;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DumpDigestTest {
  private static final String DUMP_A = "CC-MAIN-2024-10";
  private static final String DUMP_B = "CC-MAIN-2024-18";

  private static TestingCuts twoUnits(boolean byDump) {
    return new TestingCuts(byDump)
        .unit("data/" + DUMP_A + "#1", DUMP_A, noneQuarantined())
        .unit("data/" + DUMP_B + "#1", DUMP_B, noneQuarantined());
  }

  @Test
  void shouldBeWhatAnyToolGetsFromTheLines() {
    FilePart one = new FilePart("en/9/1.parquet", 1, 1, "aa");
    FilePart two = new FilePart("en/10/0.parquet", 1, 1, "bb");
    String lines = "en/10/0.parquet bb\nen/9/1.parquet aa\n";

    assertThat(DumpDigest.sha256(List.of(one, two)))
        .isEqualTo(Publication.sha256(lines.getBytes(UTF_8)));
    assertThat(DumpDigest.ofAll(new TreeMap<>(Map.of("b", "22", "a", "11"))))
        .isEqualTo(Publication.sha256("a 11\nb 22\n".getBytes(UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldCountEveryRowOnce(boolean byDump) {
    Manifests manifests = TestingCuts.manifests(twoUnits(byDump).logs());

    assertThat(DumpDigest.buckets(new DumpDigest.Cache().of(manifests)))
        .containsOnlyKeys("2.8", "4.0")
        .containsEntry("4.0", new Bucket(new BucketCounts(16, 8, 0, 0, 0, 0, 0, 0), 8, 800));
    Making.Shards shards = Making.Shards.of(manifests, new DumpDigest.Cache().of(manifests));
    assertThat(shards.count()).isEqualTo(16);
    assertThat(shards.bytes()).isEqualTo(1_600);
    assertThat(shards.list()).hasSize(16);
  }

  @Test
  void shouldNoticeWhatAnotherSinkHasSealed() {
    DumpDigest.Cache digests = new DumpDigest.Cache();
    TestingCuts cuts = twoUnits(true);
    Manifests before = TestingCuts.manifests(cuts.logs());
    digests.of(before);
    cuts.unit("data/" + DUMP_A + "#2", DUMP_A, noneQuarantined());
    Manifests after = TestingCuts.manifests(cuts.logs());

    assertThat(digests.of(after))
        .isEqualTo(new DumpDigest.Cache().of(after))
        .isNotEqualTo(new DumpDigest.Cache().of(before));
  }
}
