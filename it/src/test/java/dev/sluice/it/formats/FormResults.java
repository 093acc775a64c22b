package dev.sluice.it.formats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.it.Output;
import dev.sluice.it.Program;
import dev.sluice.storage.table.TestingTables;
import dev.sluice.storage.testing.FieldType;
import dev.sluice.storage.testing.FileForm;
import dev.sluice.storage.testing.RandomRowFiles;
import dev.sluice.storage.testing.RowFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** What commands made of a data set in one form, as lines that are the same in every form. */
final class FormResults {
  private final DataSet data;

  FormResults(DataSet data) {
    this.data = data;
  }

  /** The exit code of a command that has read its input. */
  private static String code(Program.Ended ended) {
    if (ended.exitCode() != 0 && ended.exitCode() != 4) {
      throw new AssertionError("ended with %d: %s".formatted(ended.exitCode(), ended.err()));
    }
    return "exit code " + ended.exitCode();
  }

  /**
   * Everything that a run says of its input and keeps of it.
   *
   * @param mayLack whether there were files whose rows count only in JSON, in whatever dumps
   */
  List<String> ofRun(Program.Ended ended, Path directory, boolean mayLack) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(code(ended));
    Collection<String> quarantined = new TreeSet<>();
    Output output = new Output(directory);
    for (String dump : output.dumps()) {
      JsonNode manifest = output.manifest(dump);
      if (!mayLack) {
        lines.add("%s counters %s".formatted(dump, manifest.get("counters")));
        lines.add("%s operators %s".formatted(dump, manifest.get("operators")));
      }
      for (JsonNode unit : manifest.get("units")) {
        quarantined.addAll(names(unit.get("quarantined")));
        if (!mayLack) {
          String name = dump + " " + unit.get("unit").asText();
          lines.add(name + " inputs " + data.plain(unit.get("inputs").toString()));
          lines.add(name + " losses " + data.plain(String.valueOf(unit.get("losses"))));
        }
      }
    }
    lines.add("quarantined " + quarantined);
    Map<String, FieldType> fields = new LinkedHashMap<>(RandomRowFiles.OTHERS);
    fields.putAll(
        Map.of("id", FieldType.STRING, "text", FieldType.STRING, "score", FieldType.DOUBLE));
    RowFile reader = new RowFile("", fields, List.of(), false, 0);
    List<String> rows = new ArrayList<>();
    for (Path shard : Output.walk(directory.resolve("en"))) {
      String name = directory.relativize(shard).getParent().toString();
      reader.read(shard).forEach(row -> rows.add(name + " " + data.plain(row)));
    }
    if (data.ownEndings()) { // other ids are in other partitions
      rows.sort(null);
    }
    lines.addAll(rows);
    return lines;
  }

  private Collection<String> names(JsonNode quarantined) {
    Collection<String> names = new TreeSet<>();
    quarantined.forEach(each -> names.add(data.plain(each.get("file").asText())));
    return names;
  }

  /**
   * The report of a job on files, the rejected rows, and the rows of each file that it wrote. Of
   * files that are quarantined their names alone: of JSON, rows count before it is known.
   */
  List<String> ofJob(Program.Ended ended, Path output, FileForm form, String report)
      throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(code(ended));
    ObjectNode json = (ObjectNode) Output.json(output.resolve("_sluice").resolve(report));
    Collection<String> quarantined = names(json.get("quarantined"));
    lines.add("quarantined " + quarantined);
    json.remove(List.of("bytes_read", "bytes_written", "arguments", "process", "left_out"));
    if (quarantined.isEmpty()) {
      json.properties().forEach(field -> lines.add(field.getKey() + " " + plain(field.getValue())));
    }
    for (JsonNode file : json.get("by_file")) {
      if (!quarantined.contains(data.plain(file.get("file").asText()))) {
        lines.add(plain(file));
      }
    }
    for (RowFile file : data.files()) { // their numbers are unique, and their directories inputs
      Path path = Path.of(data.path(file, form));
      for (Path written : List.of(output.resolve(path), output.resolve(path.getFileName()))) {
        if (!quarantined.contains(data.plain(path.toString())) && Files.exists(written)) {
          file.read(written).forEach(row -> lines.add(file.name() + " " + row));
        }
      }
    }
    Path rejects = output.resolve("_sluice/rejects.jsonl");
    if (Files.exists(rejects)) {
      for (String line : Files.readAllLines(rejects)) {
        if (quarantined.stream().noneMatch(data.plain(line)::contains)) {
          lines.add(rejected(line));
        }
      }
    }
    Path clusters = output.resolve("_sluice/clusters.parquet");
    if (Files.exists(clusters)) {
      TestingTables.rows(clusters)
          .forEach(row -> lines.add(data.plain(row.strip().replace("\n", ", "))));
    }
    return lines;
  }

  private String plain(JsonNode value) {
    if (value instanceof ObjectNode object) {
      TreeMap<String, String> members = new TreeMap<>();
      object
          .properties()
          .forEach(each -> members.put(data.plain(each.getKey()), plain(each.getValue())));
      members.keySet().removeAll(List.of("bytes_read", "bytes_written", "bytes"));
      return members.toString();
    }
    if (value instanceof ArrayNode array) {
      List<String> elements = new ArrayList<>();
      array.forEach(each -> elements.add(plain(each)));
      return elements.toString();
    }
    return data.plain(value.toString());
  }

  private String rejected(String line) {
    return data.plain(line).replaceAll(",\"(line|message)\":(\"([^\"\\\\]|\\\\.)*\"|\\d+)", "");
  }

  /** The rows that were shuffled, in order. */
  List<String> ofShuffle(Program.Ended ended, Path output, UnaryOperator<String> row)
      throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(code(ended));
    for (Path shard : Output.walk(output)) {
      if (!shard.toString().contains("_sluice")) {
        data.alike().get(0).read(shard).forEach(each -> lines.add(row.apply(each)));
        lines.add("end of a shard");
      }
    }
    return lines;
  }
}
