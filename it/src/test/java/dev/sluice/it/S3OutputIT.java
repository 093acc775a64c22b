package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An output in a real server of S3 holds what the same output on this machine does. */
class S3OutputIT {
  private static final String BUCKET = "lake";

  @TempDir private static Path shared;
  private static S3Server server;

  @TempDir Path directory;

  @BeforeAll
  static void start() throws IOException {
    server = S3Server.startOrSkip(shared.resolve("buckets"), BUCKET);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  /** The server keeps each object in a file. */
  private static Output inBucket(String name) {
    return new Output(shared.resolve("buckets").resolve(BUCKET).resolve(name));
  }

  private ProgramProcess start(List<String> arguments) {
    return ProgramProcess.start(
        directory, directory, ClassArchive.options(), server.environment(), arguments);
  }

  private Program.Ended sluice(String... arguments) {
    return start(List.of(arguments)).await();
  }

  private List<String> run(String output, String... more) {
    List<String> arguments = new ArrayList<>(List.of("run", "--output", output));
    arguments.addAll(List.of("--input", Undisturbed.source().toString(), "--memory", "1GiB"));
    arguments.addAll(List.of("--set", Job.SMALL_CUTS));
    arguments.addAll(List.of("--work-dir", directory.resolve("work").toString()));
    arguments.addAll(List.of(more));
    return arguments;
  }

  private static String url(String name) {
    return "s3://" + BUCKET + "/" + name;
  }

  private void changed(String output) {
    String work = directory.resolve("work").toString();
    for (List<String> command :
        List.of(
            run(output, "--dump", Undisturbed.output().dumps().get(0)),
            run(output),
            List.of("compact", output, "--below", "1GB", "--work-dir", work),
            List.of(
                "reset",
                "--output",
                output,
                "--dump",
                Undisturbed.output().dumps().get(1),
                "--units",
                "--work-dir",
                work),
            List.of("validate", output),
            run(output))) {
      Program.Ended ended = start(command).await();
      assertThat(ended.exitCode()).as("%s: %s", command, ended.err()).isZero();
    }
  }

  @Test
  void shouldHoldTheBytesOfALocalOutputAfterEveryKindOfChange() throws IOException {
    changed(directory.resolve("local").toString());
    Files.move(directory.resolve("work"), directory.resolve("work-of-local"));

    changed(url("changed"));

    assertThat(inBucket("changed").files())
        .isNotEmpty()
        .isEqualTo(new Output(directory.resolve("local")).files());
    inBucket("changed").hasNoLeftovers();
    assertThat(Output.walk(inBucket("changed").root()))
        .extracting(file -> file.getFileName().toString())
        .noneMatch(name -> name.startsWith("probe-") || name.equals("changing.json"));
  }

  @Test
  void shouldBeTheSameAfterAKill() {
    ProgramProcess killed = start(run(url("killed")));
    killed.awaitThat("a cut is made", () -> inBucket("killed").cuts() > 1);
    killed.kill();

    Program.Ended ended = start(run(url("killed"))).await();

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(inBucket("killed").files()).isEqualTo(Undisturbed.output().files());
  }

  @Test
  void shouldFinishATakeDownThatWasKilled() throws IOException {
    List<String> named =
        Undisturbed.output().rows("").stream()
            .map(Output.Row::id)
            .filter(id -> id.contains("7a"))
            .toList();
    String ids = "--ids=" + Files.write(directory.resolve("ids"), named);
    Path local = directory.resolve("local");
    Sources.copy(Undisturbed.output().root(), local);
    sluice("takedown", local.toString(), ids, "--at-most=100000").with(0);
    start(run(url("named"))).await().with(0);
    String work = "--work-dir=" + directory.resolve("work");
    Path record = inBucket("named").root().resolve("_sluice/takedowns/1.json");
    ProgramProcess killed = start(List.of("takedown", url("named"), ids, "--at-most=100000", work));
    killed.awaitThat("it is declared", () -> Files.exists(record));
    killed.kill();

    sluice("takedown", url("named"), "--continue", work).with(0);

    assertThat(inBucket("named").files()).isEqualTo(new Output(local).files());
    inBucket("named").hasNoLeftovers();
    assertThat(inBucket("named").rows("")).noneMatch(row -> named.contains(row.id()));
    sluice("validate", url("named"), "--source", Undisturbed.source().toString()).with(0);
    assertThat(sluice("takedown", url("named"), ids, work).with(0).out()).contains("nothing new");
  }

  /** Without ids, copies of a document are no duplicates any more, but near-duplicates. */
  @Test
  void shouldLeaveOutTheNearDuplicatesOfALocalOutput() throws IOException {
    String[] near = {"--set", "input.columns.id=null", "--set", "near-dedup.method=minhash"};
    start(run(directory.resolve("local").toString(), near)).await().with(0);
    Files.move(directory.resolve("work"), directory.resolve("work-of-local"));
    ProgramProcess killed = start(run(url("near"), near));
    killed.awaitThat("a cut is made", () -> inBucket("near").cuts() > 0);
    killed.kill();

    Program.Ended ended = start(run(url("near"), near)).await();

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(inBucket("near").files()).isEqualTo(new Output(directory.resolve("local")).files());
    assertThat(ended.out()).containsPattern("near_duplicates_removed +[1-9]");
    sluice("validate", url("near"), "--source", Undisturbed.source().toString()).with(0);
  }

  @Test
  void shouldSayWhatIsWrong() {
    Program.Ended homeless =
        sluice("run", "--input", Undisturbed.source().toString(), "--output", url("homeless"));
    assertThat(homeless.exitCode()).isEqualTo(2);
    assertThat(homeless.lastLine())
        .startsWith(
            "sluice: work-dir: is missing, and cannot default to a directory inside"
                + " s3://lake/homeless");

    Program.Ended bucketless = start(run("s3://nobody/out")).await();
    assertThat(bucketless.exitCode()).isNotZero();
    assertThat(bucketless.lastLine()).contains("bucket nobody does not exist");

    Program.Ended large = start(run(url("large"), "--set=output.max-file-size=6GiB")).await();
    assertThat(large.exitCode()).isEqualTo(2);
    assertThat(large.lastLine())
        .startsWith("sluice: output.max-file-size (--set): 6GiB is too large for an object store")
        .endsWith("; must be at most 5GiB");

    Program.Ended toHub = start(run("hf://datasets/org/name")).await();
    assertThat(toHub.exitCode()).isEqualTo(2);
    assertThat(toHub.lastLine())
        .contains("hf://datasets/org/name", "must be a path, or s3://bucket/prefix");
    assertThat(directory.resolve("work")).doesNotExist();
  }

  @Test
  void shouldLetOneProcessChangeItAtATime() throws IOException {
    String output = url("held");
    start(run(output)).await().with(0);
    Path holder = inBucket("held").root().resolve("_sluice/changing.json");
    server.put(
        BUCKET,
        "held/_sluice/changing.json",
        "{\"instance\": \"other\", \"process\": \"pid 5 on elsewhere\"}");
    String work = directory.resolve("work").toString();

    Program.Ended refused = sluice("compact", output, "--below", "1GB", "--work-dir", work);
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.lastLine()).contains("pid 5 on elsewhere", "delete " + url("held"));
    Program.Ended reset = sluice("reset", "--all", "--output", output, "--work-dir", work);
    assertThat(reset.with(1).lastLine()).contains("pid 5 on elsewhere");

    server
        .client()
        .deleteObject(request -> request.bucket(BUCKET).key("held/_sluice/changing.json"));
    Program.Ended free = sluice("compact", output, "--below", "1GB", "--work-dir", work);
    assertThat(free.exitCode()).as(free.err()).isZero();
    assertThat(holder).doesNotExist();
  }

  @Test
  void shouldRemoveEverythingOfItself() {
    String output = url("removed");
    start(run(output, "--set", "output.columns=[id, text, score, url]")).await().with(0);
    Program.Ended stated = sluice("report", output, "--training-content").with(0);
    assertThat(Output.walk(inBucket("removed").root().resolve("_sluice/content"))).isNotEmpty();
    assertThat(sluice("report", output, "--training-content").with(0).out())
        .isEqualTo(stated.out())
        .contains("example.invalid");

    Program.Ended ended =
        sluice(
            "reset",
            "--output",
            output,
            "--all",
            "--work-dir",
            directory.resolve("work").toString());

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    Map<String, String> left = inBucket("removed").files();
    assertThat(left).isEmpty();
    assertThat(Files.exists(inBucket("removed").root())).isFalse();
    assertThat(directory.resolve("work")).doesNotExist();
  }
}
