package dev.sluice.objects.hub;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.objects.ObjectEntry;
import dev.sluice.objects.ObjectVersion;
import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HubStoreTest {
  private static final String DATA = "org/name/data/";

  private final FakeHub hub = new FakeHub();
  private HubStore store;

  @BeforeEach
  void fill() {
    for (String name : List.of("a.parquet", "b.parquet", "c d.parquet")) {
      hub.put("data/" + name, ("text of " + name).getBytes(UTF_8));
    }
    hub.put("README.md", "card".getBytes(UTF_8));
    store = store(Map.of());
  }

  private HubStore store(Map<String, String> more) {
    Map<String, String> environment =
        new HashMap<>(Map.of("HF_ENDPOINT", hub.endpoint(), "HF_HOME", "/nowhere"));
    environment.putAll(more);
    return new HubStore(HubClient.ofEnvironment(environment));
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  private String text(String key) throws IOException {
    ObjectVersion version = store.head(key).orElseThrow();
    return new String(store.read(key, version, 0, (int) version.bytes()), UTF_8);
  }

  @Test
  void shouldListAllPages() throws IOException {
    assertThat(store.list(DATA).stream().map(ObjectEntry::name))
        .containsExactly("a.parquet", "b.parquet", "c d.parquet");
    assertThat(store.list("org/name/").stream().filter(entry -> entry.version().isEmpty()))
        .extracting(ObjectEntry::name)
        .containsExactly("data");
    assertThat(store.holdsAny("org/name/nothing/")).isFalse();
    assertThat(store.head("org/name/data")).as("a directory").isEmpty();
    assertThat(store.head("org/name/nothing")).isEmpty();
  }

  @Test
  void shouldReadRangesWithOneResolvedAddress() throws IOException {
    String key = DATA + "c d.parquet";
    ObjectVersion version = store.head(key).orElseThrow();

    assertThat(store.read(key, version, 5, 2)).asString(UTF_8).isEqualTo("of");
    assertThat(store.read(key, version, 0, 4)).asString(UTF_8).isEqualTo("text");
    assertThat(hub.requests()).filteredOn(request -> request.contains("/resolve/")).hasSize(1);
  }

  @Test
  void shouldAskAgainWhenASignatureHasEnded() throws IOException {
    text(DATA + "a.parquet");

    hub.endSignatures();

    assertThat(text(DATA + "a.parquet")).isEqualTo("text of a.parquet");
  }

  @Test
  void shouldStayAtTheCommit() throws IOException {
    assertThat(text(DATA + "a.parquet")).isEqualTo("text of a.parquet");

    hub.move(Map.of("data/a.parquet", "moved".getBytes(UTF_8)));

    assertThat(text(DATA + "a.parquet")).isEqualTo("text of a.parquet");
    store = store(Map.of());
    assertThat(text(DATA + "a.parquet")).isEqualTo("moved");
    assertThat(text("org/name@c1/data/a.parquet")).isEqualTo("text of a.parquet");
  }

  @Test
  void shouldSendTheTokenToTheHubAlone() throws IOException {
    hub.require("hf_secret");
    store = store(Map.of("HF_TOKEN", "hf_secret"));

    assertThat(text(DATA + "a.parquet")).isEqualTo("text of a.parquet");

    assertThat(hub.requests())
        .filteredOn(request -> request.startsWith("hub"))
        .allMatch(request -> request.endsWith(" token"));
  }

  @Test
  void shouldSayWhatAGatedDataSetNeeds() {
    hub.require("hf_secret");

    assertThatThrownBy(() -> store.list(DATA))
        .isInstanceOf(PermanentException.class)
        .hasMessageContaining("GatedRepo")
        .hasMessageContaining("HF_TOKEN");
    assertThatThrownBy(() -> store(Map.of("HF_TOKEN", "hf_other")).list(DATA))
        .isInstanceOf(PermanentException.class)
        .hasMessageContaining("no right")
        .hasMessageNotContaining("hf_other");
  }

  @Test
  void shouldWaitForRateLimits() throws IOException {
    hub.limit(3);

    assertThat(text(DATA + "a.parquet")).isEqualTo("text of a.parquet");
  }

  @Test
  void shouldSayThatARevisionIsMissing() {
    assertThatThrownBy(() -> store.list("org/name@v9/data/"))
        .isInstanceOf(PermanentException.class)
        .hasMessageContaining("org/name@v9")
        .hasMessageContaining("no such data set or revision");
  }

  @ParameterizedTest
  @CsvSource({
    "org/name, org/name, main, ''",
    "org/name@v1/a/b, org/name, v1, a/b",
    "org/name@~parquet/x, org/name, refs/convert/parquet, x",
    "org/name@refs%2Fpr%2F1/x, org/name, refs/pr/1, x"
  })
  void shouldReadPaths(String key, String repository, String revision, String path) {
    assertThat(HubKey.of(key)).contains(new HubKey(repository, revision, path));
  }

  @Test
  void shouldKnowNoPathAboveADataSet() {
    assertThat(HubKey.of("org")).isEqualTo(Optional.empty());
    assertThat(HubKey.of("")).isEqualTo(Optional.empty());
  }
}
