package dev.sluice.app.run;

import dev.sluice.app.config.ConfigException;
import dev.sluice.app.config.InputConfig;
import dev.sluice.app.config.Problems;
import dev.sluice.app.config.SluiceConfig;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.ingest.source.ListedFooter;
import dev.sluice.ingest.source.SourceSelection;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.FileSchema;
import dev.sluice.storage.table.SchemaMismatchException;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.Ownership;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the types of the columns that rows carry along, where the configuration does not have them:
 * those that the output was started with, or else, in a role that reads the input, those of its
 * files. Other roles wait until one that reads the input has started the output.
 */
final class CarriedSchema {
  private static final Logger LOG = LoggerFactory.getLogger(CarriedSchema.class);
  private static final String COLUMNS = "output.columns";

  /** Files whose columns are looked at; more are read evenly spread. */
  private static final int MAX_FILES = 1_000;

  /** Footers in an object store come one by one slowly, and many at a time fast. */
  private static final int AT_ONCE = 8;

  private static final long WAIT_MILLIS = 500;
  private static final int WAITS_BETWEEN_LINES = 20;

  private final SluiceConfig config;
  private final Ownership topics;
  private final boolean readsInput;

  CarriedSchema(SluiceConfig config, Ownership topics, boolean readsInput) {
    this.config = config;
    this.topics = topics;
    this.readsInput = readsInput;
  }

  /**
   * The configuration with these types.
   *
   * @throws ConfigException if a named column is missing, or files have different types of one
   */
  SluiceConfig resolve() throws IOException, InterruptedException {
    for (int waits = 0; ; waits++) {
      Optional<TableSchema> begun = begun();
      if (begun.isPresent()) {
        return config.carrying(begun.get());
      }
      if (readsInput) {
        return config.carrying(survey());
      }
      if (waits % WAITS_BETWEEN_LINES == 0) {
        LOG.info("waiting for ingest to start the output: output.columns are those of its input");
      }
      Thread.sleep(WAIT_MILLIS);
    }
  }

  private Optional<TableSchema> begun() throws IOException {
    Optional<OutputLayout> layout = Deployment.layout(config);
    Optional<String> here =
        layout.isPresent()
            ? OutputOwner.read(layout.get()).flatMap(owner -> schema(owner.content()))
            : Optional.empty();
    return here.or(() -> topics.read().flatMap(owner -> schema(owner.content())))
        .map(TableSchema::parse);
  }

  private static Optional<String> schema(Map<String, String> content) {
    return Optional.ofNullable(content.get(SluiceConfig.OUTPUT_SCHEMA))
        .filter(text -> !text.isEmpty());
  }

  private TableSchema survey() throws IOException, InterruptedException {
    Problems problems = new Problems();
    Set<String> there = new LinkedHashSet<>();
    Map<TableSchema, FileSchema> different = new LinkedHashMap<>();
    try (WorkerPool reading = new WorkerPool("columns", AT_ONCE)) {
      for (Optional<FileSchema> schema : reading.all(files().map(this::reading).toList())) {
        schema.ifPresent(file -> look(file, there, different, problems));
      }
    }
    if (there.isEmpty()) {
      problems.add(
          COLUMNS, "no file of the input can be read as Parquet, so that their types are unknown");
    }
    config
        .output()
        .columns()
        .problems(there, config.input().columns().mapping())
        .forEach(problem -> problems.add(COLUMNS, problem));
    Optional<TableSchema> merged = merge(List.copyOf(different.values()), problems);
    problems.throwIfAny();
    return merged.orElseThrow();
  }

  private static Optional<TableSchema> merge(List<FileSchema> files, Problems problems) {
    try {
      return files.isEmpty() ? Optional.empty() : Optional.of(TableSchema.widened(files));
    } catch (SchemaMismatchException e) {
      e.problems().forEach(problem -> problems.add(COLUMNS, problem));
      return Optional.empty();
    }
  }

  private Stream<ListedFile> files() throws IOException {
    InputConfig input = config.input();
    List<ListedFile> all =
        SourceSelection.scan(input.selection().orElseThrow(), input.pattern(), input.columns())
            .found()
            .stream()
            .toList();
    int step = Math.max(1, (all.size() + MAX_FILES - 1) / MAX_FILES);
    List<ListedFile> some =
        IntStream.iterate(0, i -> i < all.size(), i -> i + step).mapToObj(all::get).toList();
    if (some.size() < all.size()) {
      LOG.info("columns are taken from {} of {} files, evenly spread", some.size(), all.size());
    }
    return some.stream();
  }

  /** Unreadable files are quarantined later. */
  private Callable<Optional<FileSchema>> reading(ListedFile file) {
    Path root = config.input().path().orElseThrow();
    return () -> {
      try {
        return Optional.of(
            FileSchema.of(TableFile.of(ListedFooter.read(root.resolve(file.path()), file))));
      } catch (SourceFormatException e) {
        LOG.atDebug().setCause(e).log("columns not read");
        return Optional.empty();
      }
    };
  }

  private void look(
      FileSchema file,
      Set<String> there,
      Map<TableSchema, FileSchema> different,
      Problems problems) {
    there.addAll(file.schema().topLevel());
    TableSchema carried =
        file.schema()
            .nullable(
                name ->
                    config.output().columns().isCarried(name, config.input().columns().mapping()));
    if (different.putIfAbsent(carried, new FileSchema(file.file(), carried)) == null) {
      carried.unwritable().forEach(problem -> problems.add(COLUMNS, file.file() + ": " + problem));
    }
  }
}
