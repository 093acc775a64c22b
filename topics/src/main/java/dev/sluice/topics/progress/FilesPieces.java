package dev.sluice.topics.progress;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes a unit's list of files as JSON. The JSON is in pieces that fit into records. Each file is
 * an array of the length of the prefix that its path shares with the previous path, the rest of the
 * path, the size, the modification time and, if known, the hash of the last bytes.
 */
final class FilesPieces {
  /**
   * The maximum size of a piece in bytes. It is half of 1 MiB, the smallest record size that can be
   * configured.
   */
  static final int MOST_BYTES = 512 << 10;

  /** Bytes reserved for field names, numbers and the unit's id. */
  private static final int FRAME_BYTES = 16 << 10;

  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private FilesPieces() {}

  /** Returns the pieces of a list, in order. There is at least one. */
  static List<byte[]> of(UnitFiles unit) {
    List<ArrayNode> lists = lists(unit.files());
    List<byte[]> pieces = new ArrayList<>();
    for (ArrayNode list : lists) {
      ObjectNode piece = JSON.createObjectNode();
      piece.put("unit", unit.unit());
      piece.put("piece", pieces.size());
      piece.put("pieces", lists.size());
      if (!unit.sources().isEmpty()) {
        piece.putPOJO("sources", unit.sources());
      }
      if (unit.needsIds()) {
        piece.put("needsIds", true);
      }
      piece.set("list", list);
      pieces.add(bytes(piece));
    }
    return pieces;
  }

  private static List<ArrayNode> lists(InputFiles files) {
    List<ArrayNode> lists = new ArrayList<>();
    ArrayNode list = JSON.createArrayNode();
    lists.add(list);
    long size = FRAME_BYTES;
    String before = "";
    for (ListedFile file : files) {
      ArrayNode row = row(before, file);
      size += bytes(row).length + 1;
      if (size > MOST_BYTES && !list.isEmpty()) {
        list = JSON.createArrayNode();
        lists.add(list);
        row = row("", file);
        size = FRAME_BYTES + bytes(row).length + 1;
      }
      list.add(row);
      before = file.path();
    }
    return lists;
  }

  private static ArrayNode row(String before, ListedFile file) {
    int shared = shared(before, file.path());
    ArrayNode row = JSON.createArrayNode();
    row.add(shared).add(file.path().substring(shared)).add(file.bytes()).add(file.modified());
    return file.tail().isEmpty() ? row : row.add(file.tail());
  }

  /** Returns the length of the common prefix of two paths. Never splits a surrogate pair. */
  private static int shared(String before, String path) {
    int most = Math.min(before.length(), path.length());
    int shared = 0;
    while (shared < most && before.charAt(shared) == path.charAt(shared)) {
      shared++;
    }
    return shared > 0 && Character.isHighSurrogate(path.charAt(shared - 1)) ? shared - 1 : shared;
  }

  private static byte[] bytes(JsonNode node) {
    try {
      return JSON.writeValueAsBytes(node);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Appends the files of a piece.
   *
   * @throws IOException if it is not a list of files; some files may have been added
   */
  static void read(JsonNode list, InputFiles.Builder files) throws IOException {
    String before = "";
    for (JsonNode row : list) {
      require(row.isArray() && row.size() >= 4, row);
      require(row.get(0).canConvertToInt() && row.get(1).isTextual(), row);
      require(row.get(2).canConvertToLong() && row.get(3).canConvertToLong(), row);
      int shared = row.get(0).intValue();
      require(shared >= 0 && shared <= before.length(), row);
      before = before.substring(0, shared) + row.get(1).textValue();
      files.add(
          new ListedFile(
              before, row.get(2).longValue(), row.get(3).longValue(), row.path(4).asText()));
    }
  }

  private static void require(boolean right, JsonNode row) throws IOException {
    if (!right) {
      throw new IOException("not an entry of a file list: " + new String(bytes(row), UTF_8));
    }
  }
}
