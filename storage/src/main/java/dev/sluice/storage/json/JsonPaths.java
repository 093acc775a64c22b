package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The names to look for in an object. A path is a name, or a name followed by a dot and a path into
 * the object of that name; {@code a.b} matches both ways. Not thread-safe.
 */
final class JsonPaths {
  /** Matches nothing. */
  static final Name NONE = new Name("", Optional.empty());

  private final List<Name> names = new ArrayList<>();

  /** A name to look for. */
  static final class Name {
    private final byte[] bytes;
    private final Optional<Name> outer;

    /** Numbers of the paths that end at this name. */
    private final List<Integer> ends = new ArrayList<>();

    /** The remaining parts of the paths that continue, by number. */
    private final Map<Integer, String> rests = new LinkedHashMap<>();

    private Optional<JsonPaths> inner = Optional.empty();

    private Name(String name, Optional<Name> outer) {
      this.bytes = name.getBytes(UTF_8);
      this.outer = outer;
    }

    /** Returns the numbers of the paths that match the value of this name. */
    List<Integer> ends() {
      return ends;
    }

    /** Returns the numbers of the paths that lead into the value of this name. */
    Iterable<Integer> goingOn() {
      return rests.keySet();
    }

    /** Returns whether any path leads into the value of this name. */
    boolean isPassed() {
      return !rests.isEmpty();
    }

    /**
     * Returns the paths to look for in the value of this name. They are created on first use,
     * because most are never used.
     */
    JsonPaths inner() {
      if (inner.isEmpty()) {
        inner = Optional.of(new JsonPaths(rests, Optional.of(this)));
      }
      return inner.get();
    }

    /** Returns whether this name is the given name, or is inside the value of the given name. */
    boolean isWithin(Name other) {
      Name each = this;
      while (each != other && each.outer.isPresent()) {
        each = each.outer.get();
      }
      return each == other;
    }
  }

  /** Creates the names of these paths. Paths are given by number. */
  JsonPaths(Map<Integer, String> paths) {
    this(paths, Optional.empty());
  }

  private JsonPaths(Map<Integer, String> paths, Optional<Name> outer) {
    Map<String, Name> byName = new LinkedHashMap<>();
    paths.forEach(
        (number, path) -> {
          for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
            String name = path.substring(0, dot);
            byName
                .computeIfAbsent(name, text -> new Name(text, outer))
                .rests
                .put(number, path.substring(dot + 1));
          }
          byName.computeIfAbsent(path, text -> new Name(text, outer)).ends.add(number);
        });
    names.addAll(byName.values());
  }

  /** Returns the name with these UTF-8 bytes, if a path starts with it. */
  Optional<Name> find(byte[] array, int from, int to) {
    for (int i = 0; i < names.size(); i++) {
      Name name = names.get(i);
      if (name.bytes.length == to - from
          && Arrays.equals(name.bytes, 0, to - from, array, from, to)) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }
}
