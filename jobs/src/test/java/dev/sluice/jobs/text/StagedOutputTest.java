package dev.sluice.jobs.text;

import static dev.sluice.jobs.text.TestingRefusals.assertFailure;
import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobs.text.StagedOutput.OutputForm;
import dev.sluice.jobs.text.StagedOutput.PublicationPlan;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A directory takes the role of the object store: publication does not know the difference. */
class StagedOutputTest {
  private static final OutputForm FORM =
      new OutputForm("make", "_sluice/made.json", "make less of it");

  @TempDir Path root;

  private Path target;
  private Path work;
  private final List<Path> places = new ArrayList<>();

  @BeforeEach
  void paths() {
    target = root.resolve("store/a b/out");
    work = root.resolve("work");
  }

  private StagedOutput output(Path workDirectory) throws IOException {
    return StagedOutput.remote(FORM, target, workDirectory, List.of("in"));
  }

  private String run(JobProgress progress) throws IOException, InterruptedException {
    return output(work).run(() -> {}, progress, (place, shown) -> make(place, "text"));
  }

  private String run(StagedOutput.Job<String> job) throws IOException, InterruptedException {
    return output(work).run(() -> {}, JobProgress.NONE, job);
  }

  private String make(Path place, String text) throws IOException {
    places.add(place);
    if (Files.exists(place.resolve(FORM.mark()))) {
      return "finished before";
    }
    for (String name :
        List.of("z.jsonl", "a/b.jsonl", ".z.jsonl.tmp", "_sluice/lock", FORM.mark())) {
      Path file = place.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text + " of " + name);
    }
    return "made";
  }

  private SortedMap<String, String> published() throws IOException {
    SortedMap<String, String> files = new TreeMap<>();
    if (Files.exists(target)) {
      try (Stream<Path> walk = Files.walk(target)) {
        for (Path file : walk.filter(Files::isRegularFile).toList()) {
          files.put(target.relativize(file).toString(), Files.readString(file));
        }
      }
    }
    return files;
  }

  private void isComplete() throws IOException {
    SortedMap<String, String> files = published();
    assertThat(files.remove(PublicationPlan.NAME)).contains("\"sha256\"", "a/b.jsonl");
    assertThat(files)
        .containsOnly(
            Map.entry("a/b.jsonl", "text of a/b.jsonl"),
            Map.entry("z.jsonl", "text of z.jsonl"),
            Map.entry(FORM.mark(), "text of " + FORM.mark()));
    assertThat(work).isEmptyDirectory();
  }

  @Test
  void shouldPublishWhatWasMadeAndFindItAgain() throws Exception {
    assertThat(run(JobProgress.NONE)).isEqualTo("made");
    isComplete();

    assertThat(run(JobProgress.NONE)).isEqualTo("finished before");
    isComplete();
    assertThat(places).hasSize(2).last().isEqualTo(target);
    assertThat(places.get(0)).startsWithRaw(work).endsWithRaw(Path.of("out"));
  }

  @ParameterizedTest
  @CsvSource({
    "store, true",
    "store/**/*.jsonl, true",
    "store/*, true",
    "'store/{a b,c}/**', true",
    "store/a*/out/**.jsonl, true",
    "store/*/*.jsonl, false",
    "store/b*/**, false",
    "'store/{b,c}/**', false",
    "'{store,other}/**', true",
    "store/*/raw/**, false",
    "store/*/*/*.jsonl, true",
    "'store/{b,*}/out/a/*.jsonl', true",
    "store/a b/out, true",
    "store/a b/out/*.jsonl, true",
    "other/**, false"
  })
  void shouldRefuseAnOutputThatTheInputWouldFind(String input, boolean refused) {
    ThrowingCallable making =
        () ->
            StagedOutput.remote(FORM, target, work, List.of("in", root.resolve(input).toString()));
    if (refused) {
      assertRefusal(making, "--output " + target + " is inside the input");
    } else {
      assertThatCode(making).doesNotThrowAnyException();
    }
  }

  @Test
  void shouldPublishTheMarkLast() throws IOException {
    make(root.resolve("out"), "text");

    assertThat(PublicationPlan.of(root.resolve("out"), FORM).files())
        .extracting(PublicationPlan.PlannedFile::name)
        .containsExactly("a/b.jsonl", "z.jsonl", FORM.mark());
  }

  /** An input whose name is hidden gives an output of that name. */
  @Test
  void shouldPublishHiddenFiles() throws IOException {
    make(root.resolve("out"), "text");
    Files.writeString(root.resolve("out/a/.c.jsonl"), "text");

    assertThat(PublicationPlan.of(root.resolve("out"), FORM).files())
        .extracting(PublicationPlan.PlannedFile::name)
        .containsExactly("a/.c.jsonl", "a/b.jsonl", "z.jsonl", FORM.mark());
  }

  @Test
  void shouldContinueAPublication() throws Exception {
    for (int published = 1; published <= 3; published++) {
      AtomicInteger left = new AtomicInteger(published);
      assertThatThrownBy(
              () ->
                  run(
                      position -> {
                        if (left.decrementAndGet() == 0) {
                          throw new IllegalStateException("killed");
                        }
                      }))
          .hasMessage("killed");
      assertThat(places).as("runs of the job").hasSize(1);
      assertThat(published()).as("with the claim").hasSize(1 + published);
      assertThat(Files.exists(target.resolve(FORM.mark()))).isEqualTo(published == 3);
    }

    assertThat(run(JobProgress.NONE)).isEqualTo("finished before");

    isComplete();
  }

  /** Whatever its name is: the work directory has files of its own. */
  @ParameterizedTest
  @ValueSource(strings = {"tmp", "lock", "publication.json", "output", ".hidden", "_sluice"})
  void shouldPublishEverythingWhateverTheOutputIsCalled(String name) throws Exception {
    target = root.resolve("store").resolve(name);

    assertThat(run(JobProgress.NONE)).isEqualTo("made");

    isComplete();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b.jsonl", "z.jsonl", "_sluice/made.json"})
  void shouldKeepWhatItCannotPublish(String name) throws Exception {
    Path foreign = target.resolve(name);

    assertThatThrownBy(() -> runBeside(foreign)).isInstanceOf(JobFailedException.class);
    assertFailure(() -> run(JobProgress.NONE), foreign + " already exists");
    assertThat(foreign).hasContent("of another process");

    Files.delete(foreign);
    assertThat(run(JobProgress.NONE)).isEqualTo("finished before");
    isComplete();
  }

  private void runBeside(Path foreign) throws IOException, InterruptedException {
    run(
        (place, shown) -> {
          Files.createDirectories(foreign.getParent());
          Files.writeString(foreign, "of another process");
          return make(place, "text");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"deleted", "replaced"})
  void shouldNotCompleteAnOutputThatHasLostAFile(String how) throws Exception {
    assertThatThrownBy(() -> run(killingAfter("a/b.jsonl"))).hasMessage("killed");
    Path published = target.resolve("a/b.jsonl");
    Files.delete(published);
    if (how.equals("replaced")) {
      Files.writeString(published, "of another process");
    }

    for (int attempt = 1; attempt <= 2; attempt++) {
      assertFailure(
          () -> run(JobProgress.NONE), published.toString(), "delete " + target, work.toString());
    }

    assertThat(target.resolve(FORM.mark())).doesNotExist();
  }

  /** Pipes take the role of objects of which each answers once the one behind it has. */
  @Test
  void shouldAskForSeveralPublishedFilesAtOnce() throws Exception {
    assertThatThrownBy(() -> run(killingAfter("z.jsonl"))).hasMessage("killed");
    List<String> names = List.of("z.jsonl", "a/b.jsonl");
    for (String name : names) {
      Files.delete(target.resolve(name));
      assertThat(new ProcessBuilder("mkfifo", target.resolve(name).toString()).start().waitFor())
          .isZero();
    }
    FutureTask<String> running = new FutureTask<>(() -> run(JobProgress.NONE));
    FutureTask<String> answering =
        new FutureTask<>(
            () -> {
              for (String name : names) {
                Files.writeString(target.resolve(name), "text of " + name);
              }
              return "answered";
            });
    for (FutureTask<String> task : List.of(answering, running)) {
      Thread thread = new Thread(task);
      thread.setDaemon(true);
      thread.start();
    }

    assertThat(answering.get(2, TimeUnit.MINUTES)).isEqualTo("answered");
    assertThat(running.get(2, TimeUnit.MINUTES)).isEqualTo("finished before");
    assertThat(target.resolve(FORM.mark())).exists();
  }

  private static JobProgress killingAfter(String file) {
    return position -> {
      if (position.file().equals(file)) {
        throw new IllegalStateException("killed");
      }
    };
  }

  @Test
  void shouldLeaveTheOutputOfAnotherProcess() throws Exception {
    StagedOutput other = output(root.resolve("other"));

    assertFailure(
        () ->
            run(
                (place, shown) -> {
                  other.run(
                      () -> {}, JobProgress.NONE, (elsewhere, all) -> make(elsewhere, "text"));
                  return make(place, "another text");
                }),
        target.resolve(PublicationPlan.NAME) + " already exists");

    assertThat(published()).containsEntry("z.jsonl", "text of z.jsonl").hasSize(4);
  }

  @Test
  void shouldAgreeWithAProcessThatMakesTheSame() throws Exception {
    StagedOutput other = output(root.resolve("other"));

    run(
        (place, shown) -> {
          other.run(() -> {}, JobProgress.NONE, (elsewhere, all) -> make(elsewhere, "text"));
          return make(place, "text");
        });

    isComplete();
  }

  @Test
  void shouldRefuseWhatHoldsSomethingElse() throws IOException {
    Files.createDirectories(target);
    Files.writeString(target.resolve("file"), "");

    assertRefusal(() -> run(JobProgress.NONE), target + " is not empty (it holds file)");

    assertThat(places).isEmpty();
    assertThat(work).isEmptyDirectory();
  }

  @Test
  void shouldNameTheDirectoryThatAJobRefuses() {
    assertRefusal(
        () ->
            run(
                (place, shown) -> {
                  throw JobRefusedException.ofOutput("%s is odd".formatted(place));
                }),
        "--work-dir " + work);
    assertThat(work).isEmptyDirectory();
  }

  @Test
  void shouldLeaveACommandToTypeAsItIs() {
    String problem = "--join: part 1/2 is missing: run sluice process --output s3://a/b --part 1/2";

    assertThatThrownBy(
            () ->
                run(
                    (place, shown) -> {
                      throw new JobRefusedException(problem);
                    }))
        .hasMessage(problem);
  }

  @Test
  void shouldRefuseACommandThatWouldChangeObjects() throws Exception {
    run(JobProgress.NONE);

    assertRefusal(
        () ->
            run(
                (place, shown) -> {
                  throw new UnsupportedOperationException("as object paths do");
                }),
        "is complete, and this command would change it");
  }

  @Test
  void shouldRefuseAFileThatNoObjectCanBe() throws IOException {
    make(root.resolve("out"), "text");
    try (RandomAccessFile large =
        new RandomAccessFile(root.resolve("out/large.jsonl").toFile(), "rw")) {
      large.setLength((5L << 30) + 1);
    }

    assertFailure(
        () -> PublicationPlan.of(root.resolve("out"), FORM),
        "large.jsonl has 5,368,709,121 bytes",
        "make less of it");
  }
}
