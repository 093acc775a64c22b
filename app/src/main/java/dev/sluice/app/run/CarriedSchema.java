package dev.sluice.app.run;

import dev.sluice.app.output.OutputOwner;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.ingest.source.ListedFooter;
import dev.sluice.ingest.source.SourceSelection;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.InputConfig;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.json.JsonSurvey;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.source.JsonSource;
import dev.sluice.storage.source.PathColumns;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.Ownership;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the types of the carried columns in the input if the configuration does not state them. The
 * types are those with which the output was started or, in a role that reads the input, those of
 * the input's files. Other roles wait until a role that reads the input has started the output.
 */
final class CarriedSchema {
  private static final Logger LOG = LoggerFactory.getLogger(CarriedSchema.class);
  private static final String COLUMNS = "output.columns";

  /**
   * The maximum number of files whose columns are read. If there are more files, a sample spread
   * evenly over them is read.
   */
  private static final int MAX_FILES = 1_000;

  /**
   * The number of footers that are read at once, because reading them one by one from an object
   * store is slow.
   */
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
   * Returns the configuration with these types.
   *
   * @throws ConfigException if a named column is missing, or has different types in different files
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
        LOG.info(
            "waiting for ingest to start the output, because output.columns depends on its input");
      }
      Thread.sleep(WAIT_MILLIS);
    }
  }

  private Optional<TableSchema> begun() throws IOException {
    return OutputOwner.of(config)
        .flatMap(owner -> schema(owner.content()))
        .or(() -> topics.read().flatMap(owner -> schema(owner.content())))
        .map(TableSchema::parse);
  }

  private static Optional<String> schema(Map<String, String> content) {
    return Optional.ofNullable(content.get(SluiceConfig.OUTPUT_SCHEMA))
        .filter(text -> !text.isEmpty());
  }

  private TableSchema survey() throws IOException, InterruptedException {
    Problems problems = new Problems();
    Set<String> there = new LinkedHashSet<>();
    Map<TableSchema, TableSchema.FileSchema> different = new LinkedHashMap<>();
    List<ListedFile> some = files();
    List<ListedFile> tables = new ArrayList<>();
    List<ListedFile> lines = new ArrayList<>();
    for (ListedFile file : some) {
      (JsonSource.reads(path(file)) ? lines : tables).add(file);
    }
    JsonSurvey json = new JsonSurvey();
    try (WorkerPool reading = new WorkerPool("columns", AT_ONCE)) {
      for (Optional<TableSchema.FileSchema> schema :
          reading.all(tables.stream().map(this::reading).toList())) {
        schema.ifPresent(file -> look(file, there, different, problems));
      }
      for (Optional<JsonSurvey> survey : reading.all(surveys(lines))) {
        survey.ifPresent(json::merge);
      }
    }
    for (TableSchema.FileSchema column : columns(json, lines, different.values(), problems)) {
      look(column, there, different, problems);
    }
    there.addAll(json.firstRows().keySet());
    for (TableSchema.FileSchema column : inPaths(some, Set.copyOf(there))) {
      look(column, there, different, problems);
    }
    if (there.isEmpty()) {
      problems.add(
          COLUMNS,
          "no file of the input can be read, so the types of the columns are unknown: run the"
              + " command with --verbose to see the reason for each file");
    }
    config
        .output()
        .columns()
        .problems(there, config.input().columns().mapping())
        .forEach(problem -> problems.add(COLUMNS, problem));
    Optional<TableSchema> merged =
        merge(List.copyOf(different.values()), problem -> problems.add(COLUMNS, problem));
    problems.throwIfAny();
    return merged.orElse(TableSchema.strings(List.of()));
  }

  /**
   * Returns the columns of JSON files that are missing from the Parquet files, if there are any,
   * each as a column of the first file that has it.
   */
  private List<TableSchema.FileSchema> columns(
      JsonSurvey json,
      List<ListedFile> files,
      Collection<TableSchema.FileSchema> parquet,
      Problems problems) {
    Optional<TableSchema> known = merge(List.copyOf(parquet), problem -> {});
    SortedMap<String, Long> firstRows = json.firstRows();
    try {
      TableSchema own =
          json.table(
              name -> isCarried(name) && known.filter(schema -> json.fits(name, schema)).isEmpty());
      return own.topLevel().stream()
          .map(
              name ->
                  new TableSchema.FileSchema(
                      path(place(files, firstRows.get(name)).file()), own.nullable(name::equals)))
          .toList();
    } catch (JsonSurvey.FieldException e) {
      e.conflicts().forEach(each -> problems.add(COLUMNS, describe(each, files)));
      return List.of();
    }
  }

  /** A row of a JSON file. */
  private record Place(ListedFile file, long row) {
    @Override
    public String toString() {
      return "%s, row %d".formatted(file.path(), row);
    }
  }

  private static Place place(List<ListedFile> files, long row) {
    return new Place(files.get(Math.toIntExact(row / JsonSource.FIRST)), row % JsonSource.FIRST);
  }

  private static String describe(
      JsonSurvey.FieldException.Conflict conflict, List<ListedFile> files) {
    return "column %s is a %s in %s, and a %s in %s: convert the values to one type, or omit the column"
        .formatted(
            conflict.field(),
            conflict.kind(),
            place(files, conflict.row()),
            conflict.otherKind(),
            place(files, conflict.otherRow()));
  }

  private static Optional<TableSchema> merge(
      List<TableSchema.FileSchema> files, Consumer<String> problem) {
    try {
      return files.isEmpty() ? Optional.empty() : Optional.of(TableSchema.widened(files));
    } catch (TableSchema.SchemaMismatchException e) {
      e.problems().forEach(problem);
      return Optional.empty();
    }
  }

  /** Returns the columns that only the paths of files have, which are strings. */
  private List<TableSchema.FileSchema> inPaths(List<ListedFile> files, Set<String> inFiles) {
    Map<String, TableSchema.FileSchema> columns = new LinkedHashMap<>();
    for (ListedFile file : files) {
      for (String name : new TreeSet<>(PathColumns.of(file.path()).values().keySet())) {
        if (!inFiles.contains(name)) {
          columns.putIfAbsent(
              name, new TableSchema.FileSchema(path(file), TableSchema.strings(List.of(name))));
        }
      }
    }
    return List.copyOf(columns.values());
  }

  private List<ListedFile> files() throws IOException {
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
      LOG.info("reading the columns of {} evenly spaced files out of {}", some.size(), all.size());
    }
    return some;
  }

  /** Wraps reading so that unreadable files, which are quarantined later, give an empty result. */
  private static <T> Callable<Optional<T>> reading(Callable<T> columns) {
    return () -> {
      try {
        return Optional.of(columns.call());
      } catch (SourceFormatException e) {
        LOG.atDebug().setCause(e).log("cannot read the columns of a file");
        return Optional.empty();
      }
    };
  }

  private Callable<Optional<TableSchema.FileSchema>> reading(ListedFile file) {
    return reading(
        () -> TableSchema.FileSchema.of(TableFile.of(ListedFooter.read(path(file), file))));
  }

  private List<Callable<Optional<JsonSurvey>>> surveys(List<ListedFile> files) {
    List<Callable<Optional<JsonSurvey>>> surveys = new ArrayList<>();
    for (ListedFile file : files) {
      long firstRow = (long) surveys.size() * JsonSource.FIRST;
      surveys.add(reading(() -> JsonSource.survey(path(file), firstRow)));
    }
    return surveys;
  }

  private Path path(ListedFile file) {
    return config.input().path().orElseThrow().resolve(file.path());
  }

  private boolean isCarried(String name) {
    return config.output().columns().isCarried(name, config.input().columns().mapping());
  }

  private void look(
      TableSchema.FileSchema file,
      Set<String> there,
      Map<TableSchema, TableSchema.FileSchema> different,
      Problems problems) {
    there.addAll(file.schema().topLevel());
    TableSchema carried = file.schema().nullable(this::isCarried);
    if (different.putIfAbsent(carried, new TableSchema.FileSchema(file.file(), carried)) == null) {
      carried.unwritable().forEach(problem -> problems.add(COLUMNS, file.file() + ": " + problem));
    }
  }
}
