package dev.sluice.app.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.jobs.sample.SampleRequest;
import dev.sluice.jobs.sample.SampleRequest.BucketRequest;
import dev.sluice.jobs.sample.SampleRequest.DatasetRequest;
import dev.sluice.jobs.sample.SampleRequest.IdRule;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.ConfigRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleConfigTest {
  @TempDir private Path directory;

  private static SampleRequest load(Path file, String... assignments) {
    return SampleConfig.load(
        file, ConfigRequest.of(Optional.empty(), List.of(assignments)), Map.of());
  }

  private SampleRequest load(String yaml, String... assignments) throws IOException {
    return load(Files.writeString(directory.resolve("sample.yaml"), yaml), assignments);
  }

  private static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(directory.resolve("sluice"))) {
      directory = directory.getParent();
    }
    return directory;
  }

  @Test
  void shouldReadTheSeedsConfiguration() throws Exception {
    Path seed = Path.of(SampleConfigTest.class.getResource("/seed-tokenizer-data.yaml").toURI());
    SampleRequest request = load(seed);

    assertThat(request.seed()).isEqualTo(42);
    assertThat(request.output()).isEqualTo(Path.of("data/datasets/nanomind_tokenizer"));
    assertThat(request.datasets())
        .extracting(DatasetRequest::key, DatasetRequest::name, DatasetRequest::textColumn)
        .containsExactly(
            tuple("fineweb_en", "fineweb_edu_en", "text"),
            tuple("github_code", "github_code", "content"));
    assertThat(request.parts())
        .extracting(part -> part.bucket().name(), part -> part.bucket().count())
        .containsExactly(
            tuple("4.0", 5_400_000),
            tuple("3.5", 2_400_000),
            tuple("3.0", 2_400_000),
            tuple("2.5", 1_800_000),
            tuple("above_2", 10_000_000),
            tuple("below_2", 2_000_000));
  }

  @Test
  void shouldReadTheShippedConfiguration() {
    SampleRequest request = load(root().resolve("config/tokenizer-data.yaml"));
    assertThat(request.parts().stream().mapToLong(part -> part.bucket().count()).sum())
        .isEqualTo(40_000_000);
    assertThat(request.datasets().get(0).buckets())
        .extracting(BucketRequest::name)
        .containsExactly("4.0", "3.5", "3.0", "2.8");
    assertThat(request.datasets().get(2).buckets())
        .extracting(BucketRequest::path)
        .containsExactly("above-2-stars", "below-2-stars");
  }

  @Test
  void shouldKeepTheTextOfEveryKey() throws IOException {
    SampleRequest request =
        load(
            """
            datasets:
              a:
                source: in
                ids: name
                text_column: body.text
                buckets: {4.0: {count: 1}, 4.10: {count: 2, path: x/y, ids: auto}, 1e3: {count: 1_000, ids: path}}
            output_dir: out
            """);
    assertThat(request.parts())
        .extracting(
            part -> part.bucket().key(),
            part -> part.bucket().name(),
            part -> part.bucket().count(),
            part -> part.bucket().path(),
            part -> part.bucket().ids())
        .containsExactly(
            tuple("datasets.a.buckets.4.0", "4.0", 1, "4.0", Optional.of(IdRule.NAME)),
            tuple("datasets.a.buckets.4.10", "4.10", 2, "x/y", Optional.of(IdRule.NAME)),
            tuple("datasets.a.buckets.1e3", "1e3", 1000, "1e3", Optional.of(IdRule.PATH)));
    assertThat(request.datasets().get(0).textColumn()).isEqualTo("body.text");
    assertThat(request.datasets().get(0).name()).isEqualTo("a");
    assertThat(request.seed()).isEqualTo(42);
  }

  @Test
  void shouldReportEveryProblemAtOnce() {
    assertThatThrownBy(
            () ->
                load(
                    """
                    datasest: {}
                    datasets:
                      a:
                        sorce: in
                        buckets: {4.0: {count: -5}, 3.5: {cont: 7}, 3.0: 9}
                        stars_filter: {above_2: {count: 1}}
                      b:
                        source: in
                        source: in
                        ids: names
                        buckets: {x: {count: many}, y: {count: [1]}}
                      c: {source: in}
                    output_format: csv
                    random_seed: 4.5
                    """))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll(
            "datasest (",
            "sample.yaml:1): unknown key; did you mean datasets?",
            "datasets.a.sorce (",
            ":4): unknown key; did you mean source?",
            "datasets.a.source (",
            "is missing: specify the directory of the data set's buckets",
            "datasets.a.stars_filter (",
            "buckets is set as well: set only one of these keys",
            "datasets.a.buckets.4.0.count (",
            "datasets.b.source (",
            ":9): duplicate key: this key appears more than once");
  }

  @Test
  void shouldReportWhatIsWrongWithValues() {
    assertThatThrownBy(
            () ->
                load(
                    """
                    datasets:
                      a:
                        source: in
                        ids: names
                        buckets: {4.0: {count: -5}, 3.5: {cont: 7}, 3.0: 9, x: {count: many}, y: {count: [1]}}
                      c: {source: in}
                    output_format: csv
                    random_seed: 4.5
                    """))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll(
            "datasets.a.ids (", "\"names\" is not allowed; must be one of auto, name, path",
            "datasets.a.buckets.4.0.count (",
                "\"-5\" is not allowed; must be a whole number from 0 to 1073741824",
            "datasets.a.buckets.3.5.cont (", "unknown key; did you mean count?",
            "datasets.a.buckets.3.5.count (", "is missing: specify how many rows to sample",
            "datasets.a.buckets.3.0 (", "must be a map of keys to values",
            "datasets.a.buckets.x.count (", "\"many\" is not allowed",
            "datasets.a.buckets.y.count (", "must be a single value",
            "datasets.c.buckets (", "is missing: set buckets or stars_filter",
            "output_format (", "\"csv\" is not allowed; must be parquet",
            "random_seed (", "\"4.5\" is not allowed",
            "output_dir (", "is missing: specify the directory to write to");
  }

  @Test
  void shouldRefuseAConfigurationThatAsksForNothing() {
    assertThatThrownBy(() -> load("output_dir: out\n"))
        .hasMessageContaining("datasets (")
        .hasMessageContaining("is missing: specify at least one data set");
    assertThatThrownBy(
            () -> load("datasets: {a: {source: in, buckets: {x: {count: 0}}}}\noutput_dir: out\n"))
        .hasMessageContaining(
            "no bucket requests rows; set a count above 0 for at least one bucket");
  }

  @Test
  void shouldRefuseWhatIsNoYaml() {
    assertThatThrownBy(() -> load("datasets: [\n")).hasMessageContaining("not valid YAML:");
    assertThatThrownBy(() -> load("datasets: &a {x: *a}\n"))
        .hasMessageContaining("an alias refers to the value on line 1, which contains the alias");
    assertThatThrownBy(() -> load("- a\n")).hasMessageContaining("must be a map of keys to values");
    assertThatThrownBy(() -> load(directory.resolve("none.yaml")))
        .hasMessageContaining("--config: ");
  }

  @Test
  void shouldLaySettingsOverTheFile() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("sample.yaml"),
            "datasets: {a: {source: in, buckets: {4.0: {count: 1}, 4: {count: 2}}}}\n");
    ConfigRequest given =
        ConfigRequest.of(
                Optional.empty(),
                List.of(
                    "datasets.a.buckets.4.0.count=7",
                    "datasets.a.buckets.5.count=3",
                    "output_dir=there"))
            .with("--output", "output_dir", "elsewhere");
    SampleRequest request = SampleConfig.load(file, given, Map.of("SLUICE_RANDOM_SEED", "9"));

    assertThat(request.parts())
        .extracting(part -> part.bucket().name(), part -> part.bucket().count())
        .containsExactly(tuple("4.0", 7), tuple("4", 2), tuple("5", 3));
    assertThat(request.output()).isEqualTo(Path.of("elsewhere"));
    assertThat(request.seed()).isEqualTo(9);
    assertThatThrownBy(() -> load(file, "output_dir"))
        .hasMessageContaining("\"output_dir\" is not of the form key.path=value");
  }
}
