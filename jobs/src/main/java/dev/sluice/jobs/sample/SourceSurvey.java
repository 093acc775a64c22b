package dev.sluice.jobs.sample;

import dev.sluice.core.values.InputPath;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.sample.BucketSource.SampleFile;
import dev.sluice.jobs.sample.SampleRecord.QuarantinedFile;
import dev.sluice.jobs.sample.SampleRequest.IdRule;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.SeparateOutput;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import dev.sluice.storage.text.TextSurvey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lists the files of each bucket and reads their footers. This is the first pass. */
final class SourceSurvey {
  /** The maximum size of a text, and of a JSON object. */
  static final int MAX_TEXT_BYTES = 128 << 20;

  static final JobPhase FOOTERS = JobPhase.ofItems("reading footers");

  private final SampleRequest request;
  private final int threads;
  private final JobProgress progress;
  private final List<JobRefusedException.OfKey> problems = new ArrayList<>();

  /**
   * The survey of a file, or the problem with it.
   *
   * @param lacksText whether the only known problem is that the file lacks the text column
   */
  private record Surveyed(
      TextFile file, Optional<TextSurvey> survey, String problem, boolean lacksText) {}

  /** The files of a bucket. */
  private record Listed(SampleRequest.Part part, List<TextFile> files) {
    String text() {
      return part.dataset().textColumn();
    }
  }

  SourceSurvey(SampleRequest request, int threads, JobProgress progress) {
    this.request = request;
    this.threads = threads;
    this.progress = progress;
  }

  /**
   * Surveys all buckets, in request order.
   *
   * @throws JobRefusedException if buckets have no directory, no files, or no file with the text
   *     column; lists all of them
   */
  List<BucketSource> buckets() throws IOException, InterruptedException {
    List<Listed> listed = new ArrayList<>();
    for (SampleRequest.Part part : request.parts()) {
      listed.add(new Listed(part, part.bucket().count() == 0 ? List.of() : list(part)));
    }
    throwIfAny();
    List<BucketSource> buckets = survey(listed);
    throwIfAny();
    return buckets;
  }

  private void throwIfAny() {
    if (!problems.isEmpty()) {
      throw new JobRefusedException(problems);
    }
  }

  private List<TextFile> list(SampleRequest.Part part) throws IOException {
    Path source = InputPath.of(part.dataset().source());
    Path directory = source.resolve(part.bucket().path());
    if (!Files.isDirectory(source)) {
      problem(part, "directory %s does not exist: correct the data set's source".formatted(source));
      return List.of();
    }
    if (!Files.isDirectory(directory)) {
      problem(part, noDirectory(source, part.bucket().path()));
      return List.of();
    }
    try {
      List<String> inputs = List.of(directory.toString());
      List<TextFile> files = TextInputs.find(inputs).files();
      List<Path> paths = files.stream().map(TextFile::path).toList();
      SeparateOutput.problems(request.output(), inputs, paths)
          .forEach(reason -> problem(part, reason.line()));
      return files;
    } catch (TextInputs.TextInputException e) {
      e.problems().forEach(message -> problem(part, message));
      return List.of();
    }
  }

  private static String noDirectory(Path source, String path) throws IOException {
    try (Stream<Path> entries = Files.list(source)) {
      String there =
          entries
              .filter(Files::isDirectory)
              .map(entry -> entry.getFileName().toString())
              .filter(name -> !name.startsWith(".") && !name.startsWith("_"))
              .sorted()
              .limit(20)
              .collect(Collectors.joining(", "));
      return "directory %s does not exist in %s, which has %s. Set path to the bucket's directory"
          .formatted(path, source, there.isEmpty() ? "no directories" : "the directories " + there);
    }
  }

  private void problem(SampleRequest.Part part, String message) {
    problems.add(new JobRefusedException.OfKey(part.bucket().key(), message));
  }

  private List<BucketSource> survey(List<Listed> listed) throws IOException, InterruptedException {
    long all = listed.stream().mapToLong(bucket -> bucket.files().size()).sum();
    AtomicLong done = new AtomicLong();
    List<Callable<Surveyed>> work = new ArrayList<>();
    for (Listed bucket : listed) {
      for (TextFile file : bucket.files()) {
        work.add(
            () -> {
              Surveyed surveyed = survey(file, bucket.text());
              progress.reached(JobPosition.of(FOOTERS, done.incrementAndGet(), all));
              return surveyed;
            });
      }
    }
    try (WorkerPool workers = new WorkerPool("sample-footers", threads)) {
      Iterator<Surveyed> surveyed = workers.all(work).iterator();
      List<BucketSource> buckets = new ArrayList<>();
      for (Listed bucket : listed) {
        List<Surveyed> files = new ArrayList<>();
        bucket.files().forEach(file -> files.add(surveyed.next()));
        buckets.add(bucket(bucket, files));
      }
      return buckets;
    }
  }

  private static Surveyed survey(TextFile file, String text) {
    try {
      TextSurvey survey = TextSurvey.of(file, text, MAX_TEXT_BYTES);
      return new Surveyed(file, Optional.of(survey), "", false);
    } catch (SourceFormatException e) {
      return new Surveyed(file, Optional.empty(), e.reason(), e.lacks(text));
    } catch (IOException e) {
      return new Surveyed(file, Optional.empty(), "cannot be read: " + IoMessage.of(e), false);
    }
  }

  private BucketSource bucket(Listed listed, List<Surveyed> surveyed) {
    IdRule rule = listed.part().bucket().ids().orElseGet(() -> rule(listed.files()));
    List<SampleFile> files = new ArrayList<>();
    List<QuarantinedFile> quarantined = new ArrayList<>();
    for (Surveyed file : surveyed) {
      if (file.survey().isPresent()) {
        files.add(new SampleFile(file.file(), id(file.file(), rule), file.survey().get()));
      } else {
        quarantined.add(new QuarantinedFile(file.file().path().toString(), file.problem(), 0));
      }
    }
    if (!surveyed.isEmpty() && surveyed.stream().allMatch(Surveyed::lacksText)) {
      problem(
          listed.part(),
          "no file has the text column (%s). Set text_column in %s"
              .formatted(surveyed.get(0).problem(), listed.part().dataset().key()));
    }
    return new BucketSource(listed.part(), rule, listed.text(), files, quarantined);
  }

  private static IdRule rule(List<TextFile> files) {
    long names = files.stream().map(SourceSurvey::name).distinct().count();
    return names == files.size() ? IdRule.NAME : IdRule.PATH;
  }

  private static String name(TextFile file) {
    return file.name().substring(file.name().lastIndexOf('/') + 1);
  }

  private static String id(TextFile file, IdRule rule) {
    return rule == IdRule.NAME ? name(file) : file.name();
  }
}
