package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.store.FaultPlan;
import dev.sluice.it.store.FaultyStore;
import dev.sluice.it.store.PassingFaults;
import dev.sluice.it.store.StoreFault;
import dev.sluice.it.store.StoreRequest;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of an output when its store, or the way to it, does not do what it should. */
class S3OutputFaultsIT {
  private static final String BUCKET = "lake";
  private static final String REQUEST = "FORGED0123456789";

  /** More attempts than those of a store that has never answered. */
  private static final int OUTAGE = 6;

  private static final String SILENCE = "-Dsun.net.client.defaultReadTimeout=2000";

  @TempDir private static Path shared;
  private static S3Server server;
  private static FaultyStore store;

  @TempDir Path directory;

  @BeforeAll
  static void start() throws IOException {
    server = S3Server.startOrSkip(shared.resolve("buckets"), BUCKET);
    store = new FaultyStore(server.address());
  }

  @AfterAll
  static void stop() throws IOException {
    if (server != null) {
      store.close();
      server.close();
    }
  }

  /** S3Proxy keeps each object in a file. */
  private static Output inBucket(String name) {
    return new Output(shared.resolve("buckets").resolve(BUCKET).resolve(name));
  }

  private Program.Ended run(String output, String... more) {
    return run(Map.of(), output, more);
  }

  private Program.Ended run(Map<String, String> environment, String output, String... more) {
    List<String> arguments = new ArrayList<>(List.of("run", "--input"));
    arguments.add(Undisturbed.source().toString());
    arguments.addAll(List.of("--output", "s3://" + BUCKET + "/" + output));
    arguments.addAll(List.of("--work-dir", directory.resolve("work").toString()));
    arguments.addAll(List.of("--memory", "1GiB", "--set", Job.SMALL_CUTS));
    arguments.addAll(List.of("--set=io.backoff=10ms", "--progress", "none"));
    arguments.addAll(List.of(more));
    return start(environment, arguments).await();
  }

  private ProgramProcess start(Map<String, String> environment, List<String> arguments) {
    Map<String, String> all = new HashMap<>(server.environment());
    all.put("AWS_ENDPOINT_URL_S3", store.endpoint());
    all.putAll(environment);
    List<String> options = new ArrayList<>(ClassArchive.options());
    options.add(SILENCE);
    return ProgramProcess.start(directory, directory, options, all, arguments);
  }

  private static void holdsWhatIsMadeUndisturbed(String output) {
    assertThat(inBucket(output).files()).isEqualTo(Undisturbed.output().files());
    inBucket(output).hasNoLeftovers();
  }

  @Test
  void shouldWriteTheSameThroughFaultsThatPass() {
    store.plan(new PassingFaults(4, 0.1, StoreFault.PASSING));

    run("passing").with(0);

    assertThat(store.counts()).containsKeys(StoreRequest.Kind.PUT, StoreRequest.Kind.LIST);
    assertThat(store.struck()).hasSizeGreaterThan(10);
    holdsWhatIsMadeUndisturbed("passing");
  }

  /** The thread that waits for the others asks for compactions, and repeats nothing by itself. */
  @Test
  void shouldGoOnAfterAnOutageWhoeverAsks() {
    AtomicInteger asked = new AtomicInteger();
    store.plan(
        request ->
            request.kind() == StoreRequest.Kind.HEAD
                    && request.target().endsWith("/_sluice/compactions/1.json")
                    && asked.incrementAndGet() <= OUTAGE
                ? Optional.of(StoreFault.INTERNAL_ERROR)
                : Optional.empty());

    run("outage").with(0);

    assertThat(store.struck()).hasSize(OUTAGE);
    holdsWhatIsMadeUndisturbed("outage");
  }

  /** The object is there, and its writer does not know: the second attempt finds its own bytes. */
  @Test
  void shouldKnowItsOwnObjectsWhenEachAnswerIsLost() {
    Set<String> lost = ConcurrentHashMap.newKeySet();
    store.plan(
        request ->
            request.kind() == StoreRequest.Kind.PUT && lost.add(request.name())
                ? Optional.of(StoreFault.ANSWER_LOST)
                : Optional.empty());

    run("lost").with(0);

    assertThat(store.counts().get(StoreRequest.Kind.PUT)).isGreaterThan(10);
    holdsWhatIsMadeUndisturbed("lost");
  }

  @Test
  void shouldNotReplaceWhatAnotherHasWritten() {
    AtomicBoolean done = new AtomicBoolean();
    store.plan(
        request -> {
          boolean isShard = request.target().startsWith("/" + BUCKET + "/taken/en/");
          if (request.kind() == StoreRequest.Kind.PUT
              && isShard
              && done.compareAndSet(false, true)) {
            String key = request.target().substring(BUCKET.length() + 2);
            server.put(BUCKET, key, "other bytes");
          }
          return Optional.empty();
        });

    Program.Ended ended = run("taken");

    ended.with(1);
    assertThat(ended.lastLine())
        .contains("s3://lake/taken/en/", "the object holds different bytes");
  }

  /** As when another sink writes a manifest, or the list of shards, at the same moment. */
  @Test
  void shouldReplaceOnlyWhatItHasLookedAt() throws IOException {
    store.plan(FaultPlan.NONE);
    run("replaced", "--dump", Undisturbed.output().dumps().get(0)).with(0);
    Set<String> keys = ConcurrentHashMap.newKeySet();
    store.plan(
        request -> {
          String key = request.target().substring(1).replaceFirst("[^/]*/", "");
          if (request.isReplacement() && key.contains("/_sluice/") && keys.add(key)) {
            server.put(BUCKET, key, "another state");
          }
          return Optional.empty();
        });

    run("replaced").with(0);

    assertThat(keys).contains("replaced/_sluice/shards.txt");
    for (String key : keys) {
      Path file = inBucket("replaced").root().getParent().resolve(key);
      assertThat(Files.readString(file)).as(key).isNotEqualTo("another state");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ACCESS_DENIED", "EXPIRED", "INTERNAL_ERROR", "CONFLICT", "SLOW_DOWN"})
  void shouldSayWhyAnObjectCannotBeWritten(StoreFault fault) {
    String output = "failing-" + fault.name();
    store.plan(
        request ->
            request.kind() == StoreRequest.Kind.PUT && request.target().contains("/en/")
                ? Optional.of(fault)
                : Optional.empty());
    Map<String, String> impatient = Map.of("AWS_MAX_ATTEMPTS", "2");

    Program.Ended ended = run(impatient, output, "--set=io.retries=1");
    List<FaultyStore.Struck> struck = store.struck();
    store.plan(FaultPlan.NONE);

    ended.with(1);
    assertThat(ended.lastLine())
        .contains("s3://lake/" + output + "/en/", REQUEST, "fix this, then run the command again");
    assertThat(struck).isNotEmpty();
    run(output).with(0);
    holdsWhatIsMadeUndisturbed(output);
  }

  /** No compaction begins beside it; after a kill, the same command has the lock and goes on. */
  @Test
  void shouldHoldTheOutputWhileItIsRemoved() {
    store.plan(FaultPlan.NONE);
    run("removed").with(0);
    Path lock = inBucket("removed").root().resolve("_sluice/changing.json");
    List<Boolean> held = new CopyOnWriteArrayList<>();
    store.plan(
        request -> {
          if (request.kind() == StoreRequest.Kind.DELETE && request.target().contains("/en/")) {
            held.add(Files.exists(lock));
            return held.size() > 1 ? Optional.of(StoreFault.STALLED) : Optional.empty();
          }
          return Optional.empty();
        });
    List<String> reset = List.of("reset", "--all", "--output", "s3://" + BUCKET + "/removed");
    List<String> arguments = new ArrayList<>(reset);
    arguments.addAll(List.of("--work-dir", directory.resolve("work").toString()));
    try (ProgramProcess killed = start(Map.of(), arguments)) {
      killed.awaitThat("a shard is deleted", () -> held.size() > 1);
      killed.kill();
    }
    store.plan(FaultPlan.NONE);

    start(Map.of(), arguments).await().with(0);

    assertThat(held).containsOnly(true);
    assertThat(inBucket("removed").root()).doesNotExist();
  }

  /** However many there were: they are in no list of all shards. */
  @Test
  void shouldAskForNoShardThatWasMerged() {
    store.plan(FaultPlan.NONE);
    run("merged").with(0);
    List<String> compact = List.of("compact", "s3://" + BUCKET + "/merged", "--below", "1GB");
    List<String> arguments = new ArrayList<>(compact);
    arguments.addAll(List.of("--work-dir", directory.resolve("work").toString()));
    start(Map.of(), arguments).await().with(0);
    List<String> heads = new CopyOnWriteArrayList<>();
    List<String> lists = new CopyOnWriteArrayList<>();
    store.plan(
        request -> {
          String target = URLDecoder.decode(request.target(), StandardCharsets.UTF_8);
          if (request.kind() == StoreRequest.Kind.HEAD) {
            heads.add(target);
          } else if (request.kind() == StoreRequest.Kind.LIST && target.contains("merged/en")) {
            lists.add(target);
          }
          return Optional.empty();
        });

    run("merged").with(0);

    assertThat(heads).noneMatch(target -> target.contains("merged/en/"));
    assertThat(lists).isNotEmpty().allMatch(target -> target.matches(".*prefix=merged/en/(&.*)?"));
  }

  /** Whoever stood still while somebody removed its lock: resets may have come and gone since. */
  @Test
  void shouldMergeNothingWithoutItsLock() {
    store.plan(FaultPlan.NONE);
    run("unlocked").with(0);
    SortedMap<String, String> before = inBucket("unlocked").files();
    String lock = "unlocked/_sluice/changing.json";
    AtomicBoolean removed = new AtomicBoolean();
    store.plan(
        request -> {
          boolean isShard = request.target().contains("unlocked/en/");
          if (isShard
              && request.kind() == StoreRequest.Kind.PUT
              && removed.compareAndSet(false, true)) {
            server.client().deleteObject(asked -> asked.bucket(BUCKET).key(lock));
          }
          return Optional.empty();
        });
    List<String> arguments = new ArrayList<>(List.of("compact", "s3://" + BUCKET + "/unlocked"));
    arguments.addAll(List.of("--below", "1GB", "--work-dir", directory.resolve("work").toString()));

    Program.Ended ended = start(Map.of(), arguments).await();
    store.plan(FaultPlan.NONE);

    assertThat(ended.with(1).lastLine())
        .contains("s3://lake/" + lock + " was removed while", "no row is lost");
    assertThat(inBucket("unlocked").files()).isEqualTo(before);
    start(Map.of(), arguments).await().with(0);
    start(Map.of(), List.of("validate", "s3://" + BUCKET + "/unlocked")).await().with(0);
  }

  /** A shard with removed documents that is still there is named, also by a second command. */
  @Test
  void shouldNotTakeForDeletedWhatIsStillThere() throws IOException {
    store.plan(FaultPlan.NONE);
    run("pretended").with(0);
    List<Output.Row> rows = inBucket("pretended").rows("");
    Path ids = Files.write(directory.resolve("ids"), List.of(rows.get(0).id()));
    List<String> takedown = new ArrayList<>(List.of("takedown", "s3://lake/pretended"));
    takedown.addAll(List.of("--ids=" + ids, "--work-dir=" + directory.resolve("work")));
    store.plan(
        request ->
            request.kind() == StoreRequest.Kind.DELETE && request.target().contains("pretended/en/")
                ? Optional.of(StoreFault.NOT_DELETED)
                : Optional.empty());

    for (String told : List.of("take-down 1 is finished", "nothing new")) {
      Program.Ended ended = start(Map.of(), takedown).await().with(1);
      assertThat(ended.out()).contains(told);
      assertThat(ended.lastLine())
          .contains("are still there", "(1, such as s3://lake/pretended/en/");
    }

    store.plan(FaultPlan.NONE);
    start(Map.of(), takedown).await().with(0);
    assertThat(inBucket("pretended").rows("")).doesNotContain(rows.get(0));
    inBucket("pretended").hasNoLeftovers();
  }

  /** The same of a take-down that ended after it was declared, and that a run finishes. */
  @Test
  void shouldNotTakeForDeletedInARunWhatIsStillThere() throws IOException {
    store.plan(FaultPlan.NONE);
    run("resumed").with(0);
    List<Output.Row> rows = inBucket("resumed").rows("");
    Path ids = Files.write(directory.resolve("ids"), List.of(rows.get(0).id()));
    List<String> takedown = new ArrayList<>(List.of("takedown", "s3://lake/resumed"));
    takedown.addAll(List.of("--ids=" + ids, "--work-dir=" + directory.resolve("work")));
    store.plan(
        request ->
            request.kind() == StoreRequest.Kind.PUT && request.target().contains("_sluice/cuts/")
                ? Optional.of(StoreFault.ACCESS_DENIED)
                : Optional.empty());
    start(Map.of(), takedown).await().with(1);
    store.plan(
        request ->
            request.kind() == StoreRequest.Kind.DELETE && request.target().contains("resumed/en/")
                ? Optional.of(StoreFault.NOT_DELETED)
                : Optional.empty());

    for (int i = 0; i < 2; i++) {
      assertThat(run("resumed").with(1).lastLine())
          .contains("are still there", "(1, such as s3://lake/resumed/en/");
    }

    store.plan(FaultPlan.NONE);
    run("resumed").with(0);
    assertThat(inBucket("resumed").rows("")).doesNotContain(rows.get(0));
    inBucket("resumed").hasNoLeftovers();
  }

  @Test
  void shouldSayAtTheStartThatItMayNotWrite() {
    store.plan(FaultPlan.always(StoreFault.ACCESS_DENIED, StoreRequest.Kind.PUT));

    Program.Ended ended = run("denied");

    ended.with(1);
    assertThat(ended.lastLine()).contains("s3://lake/denied/", REQUEST, "s3:PutObject");
    assertThat(inBucket("denied").root()).doesNotExist();
  }

  @Test
  void shouldRefuseAStoreThatIgnoresTheCondition() {
    store.plan(FaultPlan.always(StoreFault.OVERWRITTEN, StoreRequest.Kind.PUT));

    Program.Ended ended = run("forgetful");

    ended.with(2);
    assertThat(ended.lastLine())
        .contains("s3://lake/forgetful", "If-None-Match", "a different store");
    assertThat(inBucket("forgetful").root()).doesNotExist();
  }
}
