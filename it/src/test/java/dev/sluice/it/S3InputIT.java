package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects of a real server of S3 are read as the same files on this machine are. */
class S3InputIT {
  private static final String BUCKET = "corpus";
  private static final String OUT = "out";

  @TempDir private static Path shared;
  private static S3Server server;

  @TempDir Path directory;

  @BeforeAll
  static void start() throws IOException {
    server = S3Server.startOrSkip(shared.resolve("buckets"), BUCKET);
    server.putAll(BUCKET, "in put/", Undisturbed.source());
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private Program.Ended run(
      String output, String input, Map<String, String> environment, String... more) {
    List<String> arguments = new ArrayList<>(List.of("run", "--input", input));
    arguments.addAll(List.of("--output", directory.resolve(output).toString()));
    arguments.addAll(List.of("--memory", "1GiB", "--set=ingest.workers=3"));
    arguments.addAll(List.of(more));
    return ProgramProcess.start(
            directory, directory, ClassArchive.options(), environment, arguments)
        .await();
  }

  private static Map<String, String> with(String name, String value) {
    Map<String, String> environment = new HashMap<>(server.environment());
    environment.put(name, value);
    return environment;
  }

  @Test
  void shouldWriteTheFilesOfALocalInput() {
    run("local", Undisturbed.source().toString(), Map.of());

    Program.Ended ended = run(OUT, "s3://corpus/in put", server.environment());

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(new Output(directory.resolve(OUT)).files())
        .isNotEmpty()
        .isEqualTo(new Output(directory.resolve("local")).files());
  }

  @Test
  void shouldSayWhatIsWrong() {
    assertThat(run(OUT, "s3://corpus/nothing", server.environment()).lastLine())
        .isEqualTo("sluice: input.path: s3://corpus/nothing does not exist");
    assertThat(run(OUT, "s3://nobody/in", server.environment()).lastLine())
        .contains("s3://nobody/in", "bucket nobody does not exist");
    Program.Ended denied =
        run(OUT, "s3://corpus/in put", with("AWS_SECRET_ACCESS_KEY", "a-wrong-secret"));
    assertThat(denied.exitCode()).isEqualTo(1);
    assertThat(denied.lastLine()).contains("403", "credentials");
    assertThat(denied.err()).doesNotContain("a-wrong-secret");
    assertThat(directory.resolve(OUT)).doesNotExist();
  }

  @Test
  void shouldSayThatNoServerAnswers() {
    Program.Ended ended =
        run(
            OUT,
            "s3://corpus/in put",
            with("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:1"),
            "--set=io.retries=0");

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.lastLine()).contains("s3://corpus/in put", "Connection refused");
    assertThat(ended.err()).doesNotContain("\tat ");
  }
}
