package dev.sluice.app.monitor;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.core.BucketCounts;
import dev.sluice.storage.page.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The run documents of processes that run or have run, from their work directories. */
public final class RunDocuments {
  /** A process that runs writes its state every 10 s; a busy machine may be late. */
  private static final long SILENCE_MILLIS = 60_000;

  /** Fields of later versions are skipped. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .addMixIn(BucketCounts.class, CountsInJson.class)
          .build();

  private RunDocuments() {}

  /** Most outputs have no near-duplicates. */
  private interface CountsInJson {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    long nearDuplicatesRemoved();
  }

  /** A document as JSON on one line, without a line feed. */
  public static String json(RunDocument document) {
    try {
      return MAPPER.writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a value of our own cannot be written as JSON", e);
    }
  }

  /**
   * Reads a document.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static RunDocument parse(String json) {
    try {
      RunDocument document = MAPPER.readValue(json, RunDocument.class);
      RunState state = document.state();
      Stream.of(
              document.processes(),
              document.series(),
              document.events(),
              document.config(),
              document.versions(),
              state.progress(),
              state.dumps(),
              state.buckets(),
              state.dropped(),
              state.stages(),
              state.phases())
          .forEach(Objects::requireNonNull);
      return document;
    } catch (JsonProcessingException | NullPointerException e) {
      throw new IllegalArgumentException("no run document: " + e.getMessage(), e);
    }
  }

  /**
   * The document of a work directory, as of at most 10 s ago if its process runs; empty if there is
   * none.
   *
   * @throws IOException if it cannot be read
   */
  public static Optional<RunDocument> read(Path workDirectory) throws IOException {
    return new RunFile(workDirectory)
        .read()
        .map(document -> document.seen(System.currentTimeMillis(), SILENCE_MILLIS));
  }

  /**
   * One document of all work directories in an output, and of one elsewhere; empty if there is
   * none.
   *
   * @param named a work directory, which may lie in the output
   * @throws IOException if one cannot be read
   */
  public static Optional<RunDocument> ofOutput(Path root, Optional<Path> named) throws IOException {
    Path state = root.resolve("_sluice");
    SortedSet<Path> directories = new TreeSet<>();
    named.map(Path::toAbsolutePath).ifPresent(directories::add);
    if (SourceFile.isLocal(state) && Files.isDirectory(state)) {
      directories.addAll(workDirectories(state));
    }
    List<RunDocument> documents = new ArrayList<>();
    for (Path directory : directories) {
      read(directory).ifPresent(documents::add);
    }
    return documents.isEmpty() ? Optional.empty() : Optional.of(merge(documents));
  }

  private static List<Path> workDirectories(Path state) throws IOException {
    try (Stream<Path> entries = Files.list(state)) {
      return entries
          .filter(entry -> entry.getFileName().toString().startsWith("work"))
          .filter(Files::isDirectory)
          .map(Path::toAbsolutePath)
          .toList();
    }
  }

  /**
   * One document of several processes that work on the same output.
   *
   * @param documents at least one
   */
  public static RunDocument merge(List<RunDocument> documents) {
    return documents.size() == 1 ? documents.get(0) : new DocumentMerge(documents).merged();
  }
}
