package dev.sluice.storage.output;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.storage.publish.Publication;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The number of source files of a unit, and the digest of their list. The list itself is stored
 * once, in {@link InputLists}, because every partition's record of the unit's end refers to it.
 *
 * @param files the number of files in the list
 * @param sha256 the SHA-256 of the list as stored, in hex
 * @param paths the paths relative to the input root, in reading order; empty once the list is
 *     stored
 */
public record InputList(int files, String sha256, List<String> paths) {
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  /** Checks the number and the digest, and copies the list. */
  public InputList {
    Objects.requireNonNull(sha256, "sha256");
    paths = List.copyOf(paths);
    if (files < 0 || !SHA256.matcher(sha256).matches()) {
      throw new IllegalArgumentException(
          "invalid list of " + files + " files under \"" + sha256 + "\"");
    }
  }

  /** Creates the list of these files. */
  public static InputList of(List<String> paths) {
    return new InputList(paths.size(), Publication.sha256(bytes(paths)), paths);
  }

  /** Returns the list without its paths. The paths are stored separately. */
  public InputList apart() {
    return new InputList(files, sha256, List.of());
  }

  /** Returns whether the list contains its paths. */
  boolean holdsPaths() {
    return paths.size() == files;
  }

  /** Returns the list as it is stored. It is JSON, because names may contain line breaks. */
  static byte[] bytes(List<String> paths) {
    return Json.write(paths);
  }

  /** Returns the number and the digest, as cut records have them. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static InputList read(JsonNode json) {
    if (!json.path("files").canConvertToInt() || !json.path("files").isIntegralNumber()) {
      throw new IllegalArgumentException("invalid inputs of a unit: " + json);
    }
    return new InputList(json.get("files").intValue(), json.path("sha256").textValue(), List.of());
  }

  @JsonValue
  Map<String, Object> json() {
    return Map.of("files", files, "sha256", sha256);
  }
}
