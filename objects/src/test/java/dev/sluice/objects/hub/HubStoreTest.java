package dev.sluice.objects.hub;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.sluice.objects.ObjectFileSystemProvider;
import dev.sluice.objects.ObjectStore;
import dev.sluice.objects.ObjectVersion;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.page.SourceFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class HubStoreTest {
  private static final String DATA = "org/name/data/";
  private static final String SECRET = "hf_secret";
  private static final HubClient.Patience USUAL =
      new HubClient.Patience(Duration.ofSeconds(90), Duration.ofMillis(10), 5, 5);

  /** Gives up soon, an answer that is only late too, and asks again until there is one. */
  private static final HubClient.Patience HASTY =
      new HubClient.Patience(
          Duration.ofMillis(50), Duration.ZERO, Integer.MAX_VALUE, Integer.MAX_VALUE);

  @TempDir Path home;

  private final FakeHub hub = new FakeHub(2, 0);
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
    return store(more, USUAL);
  }

  private HubStore store(Map<String, String> more, HubClient.Patience patience) {
    Map<String, String> environment =
        new HashMap<>(Map.of("HF_ENDPOINT", hub.endpoint(), "HF_HOME", home.toString()));
    environment.putAll(more);
    return new HubStore(HubClient.ofEnvironment(environment, patience));
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  private String text(String key) throws IOException {
    return text(store, key);
  }

  private static String text(HubStore store, String key) throws IOException {
    ObjectVersion version = store.head(key).orElseThrow();
    return new String(store.read(key, version, 0, (int) version.bytes()), UTF_8);
  }

  @Test
  void shouldListAllPages() throws IOException {
    assertThat(store.list(DATA).stream().map(ObjectStore.ObjectEntry::name))
        .containsExactly("a.parquet", "b.parquet", "c d.parquet");
    assertThat(store.list("org/name/").stream().filter(entry -> entry.version().isEmpty()))
        .extracting(ObjectStore.ObjectEntry::name)
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

  /** As a mirror may that has not all of it. */
  @ParameterizedTest
  @ValueSource(strings = {".*", ".*cursor=.*"})
  void shouldNotTakeWhatItHasSeenForMissing(String query) throws IOException {
    assertThat(store.list("org/name/")).extracting(ObjectStore.ObjectEntry::name).contains("data");

    hub.lose(query);

    assertThatThrownBy(() -> store.list(DATA))
        .isInstanceOf(PermanentException.class)
        .hasMessageContaining("/data was listed, but ")
        .hasMessageContaining("try again later");
  }

  @Test
  void shouldNotShowPasswords() {
    assertThat(HubClient.origin(URI.create("https://user:secret@hub:1/x?y")))
        .isEqualTo("https://hub:1");
    assertThatThrownBy(
            () ->
                store(Map.of("HF_ENDPOINT", hub.endpoint().replace("//", "//user:secret@") + "/x"))
                    .list(DATA))
        .hasMessage(hub.endpoint() + "/x does not respond like a hub: check HF_ENDPOINT");
    hub.require(SECRET, "GatedRepo");
    assertThatThrownBy(
            () ->
                store(Map.of("HF_ENDPOINT", hub.endpoint().replace("//", "//user:secret@")))
                    .list(DATA))
        .hasMessageContaining("ask for access on " + hub.endpoint() + "/datasets/org/name")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @CsvSource({
    "https://hub/a, http://store/a, https://hub redirects to http://store; which is not encrypted",
    "https://hub/a, http://store/a?signature=SECRET, https://hub redirects to http://store; which"
        + " is not encrypted",
    "https://hub/a, 'https://store/a b?signature=SECRET', https://hub redirects to an invalid"
        + " address",
    "https://hub/a, https://my_store/a?signature=SECRET, https://hub redirects to an invalid"
        + " address",
    "http://u:SECRET@hub/a, ftp://store/a?signature=SECRET, http://hub redirects to an invalid"
        + " address",
    "http://u:SECRET@hub/a, mailto:SECRET, http://hub redirects to an invalid address"
  })
  void shouldNotBeRedirectedAnywhere(URI from, String location, String problem) {
    assertThatThrownBy(() -> HubClient.redirected(new HubKey("o/n", "r", "p"), from, location))
        .isInstanceOf(PermanentException.class)
        .hasMessageContaining(problem.replace(';', ','))
        .hasMessageNotContaining("SECRET")
        .hasNoCause();
  }

  @Test
  void shouldAskForNamesThatNoUrlCanHold() {
    assertThatThrownBy(() -> store.list("my org/na?me/"))
        .isInstanceOf(PermanentException.class)
        .hasMessageStartingWith("hf://datasets/my org/na?me does not exist, or is private");
  }

  /** As a cache may that knows no ranges. */
  @Test
  void shouldNotTakeOneRangeForAnother() throws IOException {
    String key = DATA + "a.parquet";
    ObjectVersion version = store.head(key).orElseThrow();

    hub.fail(FakeHub.Fault.ELSEWHERE);

    assertThat(store.read(key, version, 8, 4)).asString(UTF_8).isEqualTo("a.pa");
  }

  /** They are not stored elsewhere: the hub redirects to itself, by a relative address. */
  @Test
  void shouldReadSmallFiles() throws IOException {
    hub.require(SECRET, "GatedRepo");
    store = store(Map.of("HF_TOKEN", SECRET));

    assertThat(text("org/name/README.md")).isEqualTo("card");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "with space.parquet",
        "ünïcode 文.parquet",
        "100%.parquet",
        "a+b&c=d?e#f.parquet",
        "%2F.parquet",
        "quote\".parquet",
        "sub/[x]/{y}.parquet"
      })
  void shouldReadAnyName(String name) throws IOException {
    hub.put("odd/" + name, name.getBytes(UTF_8));
    String key = "org/name/odd/" + name;

    assertThat(text(key)).isEqualTo(name);
    String parent = key.substring(0, key.lastIndexOf('/') + 1);
    assertThat(store.list(parent))
        .extracting(ObjectStore.ObjectEntry::name)
        .containsExactly(name.substring(name.lastIndexOf('/') + 1));
  }

  @Test
  void shouldAskAgainWhenASignatureHasEnded() throws IOException {
    text(DATA + "a.parquet");

    hub.endSignatures();

    assertThat(text(DATA + "a.parquet")).isEqualTo("text of a.parquet");
    assertThat(text(DATA + "a.parquet")).isEqualTo("text of a.parquet");
    assertThat(hub.requests()).filteredOn(request -> request.contains("/resolve/")).hasSize(2);
  }

  @Test
  void shouldStayAtTheCommit() throws IOException {
    String before = hub.commit();
    assertThat(text(DATA + "a.parquet")).isEqualTo("text of a.parquet");

    hub.move(Map.of("data/a.parquet", "moved".getBytes(UTF_8)));

    assertThat(text(DATA + "a.parquet")).isEqualTo("text of a.parquet");
    assertThat(store.pinned(DATA + "a.parquet"))
        .contains("org/name@%s/data/a.parquet".formatted(before));
    store = store(Map.of());
    assertThat(text(DATA + "a.parquet")).isEqualTo("moved");
    assertThat(text("org/name@%s/data/a.parquet".formatted(before))).isEqualTo("text of a.parquet");
    assertThat(store.pinned("org/name@" + before)).contains("org/name@" + before);
    assertThat(store.pinned("org/name@" + hub.commit())).contains("org/name@" + hub.commit());
    assertThat(hub.requests()).filteredOn(request -> request.contains("/revision/")).hasSize(3);
    assertThat(store.pinned("org/name")).contains("org/name@" + hub.commit());
    assertThat(store.pinned("org")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"v1.0, v1.0", "refs/pr/1, refs%2Fpr%2F1", "refs/convert/parquet, ~parquet"})
  void shouldReadRevisions(String revision, String written) throws IOException {
    hub.name(revision);
    hub.move(Map.of());

    assertThat(text("org/name@%s/data/a.parquet".formatted(written)))
        .isEqualTo("text of a.parquet");
  }

  @Test
  void shouldFollowToHowANameIsWritten() throws IOException {
    hub.require(SECRET, "RepoNotFound");
    store = store(Map.of("HF_TOKEN", SECRET));

    assertThat(text("Org/Name/data/a.parquet")).isEqualTo("text of a.parquet");
  }

  @Test
  void shouldSendTheTokenToTheHubAlone() throws IOException {
    hub.require(SECRET, "GatedRepo");
    store = store(Map.of("HF_TOKEN", SECRET));

    assertThat(text(DATA + "a.parquet")).isEqualTo("text of a.parquet");

    assertThat(hub.requests())
        .filteredOn(request -> request.startsWith("hub"))
        .allMatch(request -> request.endsWith(" token"));
  }

  @Test
  void shouldFindTheTokenThatLoggingInHasLeft() throws IOException {
    hub.require(SECRET, "GatedRepo");
    Files.writeString(home.resolve("token"), SECRET + "\n");

    store = store(Map.of());
    assertThat(text(DATA + "a.parquet")).isEqualTo("text of a.parquet");
    store = store(Map.of("HF_ENDPOINT", hub.endpoint() + "/", "HF_TOKEN", SECRET));
    assertThat(text(DATA + "a.parquet")).as("address with /").isEqualTo("text of a.parquet");
    store = store(Map.of("HF_TOKEN", ""));
    assertThatThrownBy(() -> store.list(DATA)).as("none").hasMessageContaining("HF_TOKEN");
  }

  @Test
  void shouldRefuseWhatIsNoTokenAndNotShowIt() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store(Map.of("HF_TOKEN", "hf_one\nhf_two")))
        .withMessageContaining("HF_TOKEN")
        .withMessageNotContaining("hf_");
    assertThat(new HubToken("HF_TOKEN", SECRET).toString()).doesNotContain(SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "huggingface.co",
        "http://",
        "u:SECRET@hub",
        "//u:SECRET@hub",
        "http:/u:SECRET@hub",
        "http://u:SECRET@",
        "http://u:SEC RET@hub",
        "http://u:SEC/RET@hub",
        "http://u:SEC%RET@hub",
        "http://u:SECRET@my_hub",
        "http://u:SECRET@hub:port",
        "http://hub?token=SECRET",
        "http://hub#SECRET",
        "ftp://u:SECRET@hub"
      })
  void shouldRefuseAnAddressThatIsNoneWithoutShowingIt(String endpoint) {
    assertThatThrownBy(() -> store(Map.of("HF_ENDPOINT", endpoint)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("HF_ENDPOINT must be the address of a hub, such as https://huggingface.co")
        .hasNoCause();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GatedRepo    | ''       | is gated: ask for access on {hub}/datasets/org/name, then set"
            + " HF_TOKEN",
        "GatedRepo    | hf_other | is gated: ask for access on {hub}/datasets/org/name with the"
            + " account whose token is in HF_TOKEN",
        "RepoNotFound | ''       | does not exist, or is private: check the name, or for a private"
            + " data set, set HF_TOKEN, or log in",
        "RepoNotFound | hf_other | does not exist, or the token in HF_TOKEN is not allowed to"
            + " read it",
        "''           | ''       | the hub refuses to answer without a token (status 401): set"
            + " HF_TOKEN",
        "''           | hf_other | the hub refuses the token in HF_TOKEN (status 403)"
      })
  void shouldSayWhatAccessNeeds(String error, String token, String said) {
    hub.require(SECRET, error);

    assertThatThrownBy(() -> store(Map.of("HF_TOKEN", token)).list(DATA))
        .isInstanceOf(PermanentException.class)
        .hasMessageStartingWith("hf://datasets/org/name")
        .hasMessageContaining(said.replace("{hub}", hub.endpoint()))
        .hasMessageNotContaining("hf_other");
  }

  @Test
  void shouldSayWhatIsMissing() {
    assertThatThrownBy(() -> store.list("org/name@v9/data/"))
        .isInstanceOf(PermanentException.class)
        .hasMessage("hf://datasets/org/name has no branch, tag or commit v9");
    assertThatThrownBy(() -> store.list("org/name@~parquet/"))
        .hasMessageEndingWith(
            "refs/convert/parquet: the hub has not converted the data set to Parquet");
    assertThatThrownBy(() -> store.list("org/other/"))
        .isInstanceOf(PermanentException.class)
        .hasMessageStartingWith("hf://datasets/org/other does not exist, or is private");
    assertThatThrownBy(() -> store(Map.of("HF_TOKEN", SECRET)).list("org/other/"))
        .hasMessageContaining("does not exist, or the token in HF_TOKEN is not allowed");
  }

  @Test
  void shouldWaitForRateLimits() throws IOException {
    hub.limit(3, 0);
    assertThat(text(DATA + "a.parquet")).isEqualTo("text of a.parquet");

    hub.limit(1, 1);
    long begun = System.nanoTime();
    assertThat(text("org/name@%s/data/b.parquet".formatted(hub.commit())))
        .isEqualTo("text of b.parquet");
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofSeconds(1));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "STALL")
  void shouldReadAgainWhatCameInPart(FakeHub.Fault fault) throws IOException {
    hub.fail(fault, fault);

    assertThat(text(DATA + "a.parquet")).isEqualTo("text of a.parquet");
  }

  @Test
  void shouldHaveMorePatienceWithAHubThatHasAnswered() throws IOException {
    HubClient.Patience more =
        new HubClient.Patience(USUAL.silence(), USUAL.backoff(), 2, Integer.MAX_VALUE);
    HubStore patient = store(Map.of(), more);
    hub.fail(Collections.nCopies(5, FakeHub.Fault.CUT).toArray(FakeHub.Fault[]::new));

    assertThat(text(patient, DATA + "a.parquet")).isEqualTo("text of a.parquet");

    hub.close();
    assertThatThrownBy(() -> store(Map.of(), more).list(DATA)).hasMessageEndingWith("connection");
  }

  /** The client of JDK 17 and 25 waits for the rest of an answer as long as it takes. */
  @Test
  void shouldReadAgainWhatStalls() throws IOException {
    hub.fail(FakeHub.Fault.STALL, FakeHub.Fault.STALL);

    assertThat(text(store(Map.of(), HASTY), DATA + "a.parquet")).isEqualTo("text of a.parquet");
  }

  @Test
  void shouldTakeAWholeFileOnlyIfAllOfItIsWanted() throws IOException {
    hub.ignoreRanges();
    String key = DATA + "a.parquet";
    ObjectVersion version = store.head(key).orElseThrow();

    assertThat(text(key)).isEqualTo("text of a.parquet");
    assertThatThrownBy(() -> store.read(key, version, 5, 2))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the server sent a whole file instead of a range");
  }

  /** Of a file that takes more than one request, too. */
  @ParameterizedTest
  @ValueSource(ints = {1, 1_000, 5_000_000, 20_000_000})
  void shouldCompareWhatIsReadAsAWholeWithItsHash(int bytes) throws IOException {
    byte[] content = new byte[bytes];
    new Random(bytes).nextBytes(content);
    hub.put("data/whole.parquet", content);
    Path file = files().getPath("/" + DATA + "whole.parquet");
    assertThat(Files.readAllBytes(file)).isEqualTo(content);
    try (InputStream in = Files.newInputStream(file)) {
      assertThat(in.readAllBytes()).isEqualTo(content);
    }

    hub.spoil("data/whole.parquet");

    assertThatThrownBy(() -> Files.readAllBytes(file))
        .isInstanceOf(PermanentException.class)
        .hasMessageContainingAll("whole.parquet", "SHA-256", "the listed one is");
    try (InputStream in = Files.newInputStream(file)) {
      assertThatThrownBy(() -> in.transferTo(OutputStream.nullOutputStream()))
          .isInstanceOf(PermanentException.class);
    }
    try (InputStream in = SourceFile.stream(file)) { // as JSON is read
      assertThatThrownBy(() -> in.transferTo(OutputStream.nullOutputStream()))
          .isInstanceOf(PermanentException.class);
    }
  }

  private FileSystem files() {
    return new ObjectFileSystemProvider("hf") {
      @Override
      protected ObjectStore open(String authority) {
        return store;
      }
    }.getFileSystem(URI.create("hf://datasets"));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "STALL")
  void shouldGiveUpInTheEnd(FakeHub.Fault fault) throws IOException {
    assertGivesUp(store, fault);
  }

  @Test
  void shouldGiveUpInTheEndWhatStalls() throws IOException {
    HubStore hasty =
        store(
            Map.of(),
            new HubClient.Patience(
                HASTY.silence(), HASTY.backoff(), USUAL.attempts(), USUAL.attempts()));
    boolean located = false;
    while (!located) {
      located = isRead(hasty, DATA + "a.parquet");
    }
    assertGivesUp(hasty, FakeHub.Fault.STALL);
  }

  private static boolean isRead(HubStore store, String key) {
    try {
      return !text(store, key).isEmpty();
    } catch (IOException e) {
      return false; // late
    }
  }

  private void assertGivesUp(HubStore store, FakeHub.Fault fault) throws IOException {
    ObjectVersion version = store.head(DATA + "a.parquet").orElseThrow();
    hub.fail(Collections.nCopies(USUAL.attempts(), fault).toArray(FakeHub.Fault[]::new));

    assertThatThrownBy(() -> store.read(DATA + "a.parquet", version, 0, 5))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(PermanentException.class)
        .hasMessageStartingWith(
            "hf://datasets/org/name@%s/data/a.parquet: ".formatted(hub.commit()))
        .hasMessageContaining("127.0.0.1:")
        .hasMessageNotContaining("signature");
  }

  @Test
  void shouldSayThatSomethingElseAnswers() {
    assertThatThrownBy(() -> store(Map.of("HF_ENDPOINT", hub.endpoint() + "/x")).list(DATA))
        .isInstanceOf(PermanentException.class)
        .hasMessage(hub.endpoint() + "/x does not respond like a hub: check HF_ENDPOINT");
  }

  @Test
  void shouldNotAskAgainWhomItDoesNotTrust() throws Exception {
    HttpsServer server = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(ownCertificate()));
    server.start();
    try {
      String endpoint = "https://127.0.0.1:" + server.getAddress().getPort();

      assertThatThrownBy(() -> store(Map.of("HF_ENDPOINT", endpoint)).list(DATA))
          .isInstanceOf(PermanentException.class)
          .hasMessageStartingWith(
              "hf://datasets/org/name@main/data: Java does not trust the certificate of "
                  + endpoint
                  + ": ")
          .hasMessageEndingWith(
              ". To trust the authority of the certificate, set"
                  + " SLUICE_OPTS=-Djavax.net.ssl.trustStore=FILE");
    } finally {
      server.stop(0);
    }
  }

  /**
   * A server's key with a certificate that no authority has signed, from {@code keytool -genkeypair
   * -alias hub -dname CN=127.0.0.1 -keyalg EC -validity 36500}.
   */
  private static SSLContext ownCertificate() throws Exception {
    char[] password = "changeit".toCharArray();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream file = HubStoreTest.class.getResourceAsStream("untrusted.p12")) {
      store.load(file, password);
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(store, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  @Test
  void shouldSayThatAHubIsNotThere() {
    String nowhere = hub.endpoint();
    hub.close();

    assertThatThrownBy(() -> store.list(DATA))
        .hasMessage("hf://datasets/org/name@main/data: %s: no connection".formatted(nowhere))
        .hasNoCause();
  }

  @ParameterizedTest
  @CsvSource({
    "org/name, org/name, main, ''",
    "org/name@v1/a/b, org/name, v1, a/b",
    "org/name@~parquet/x, org/name, refs/convert/parquet, x",
    "org/name@refs%2Fpr%2F1/x, org/name, refs/pr/1, x",
    "org/name@a+b/x, org/name, a+b, x"
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
