package dev.sluice.storage.jsonl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which names are looked for in an object: a path is a name, or a name and, behind a dot, a path
 * into the object of that name. Both are looked for in {@code a.b}. Not thread-safe.
 */
final class JsonPaths {
  /** No name at all. */
  static final Name NONE = new Name("", Optional.empty());

  private final List<Name> names = new ArrayList<>();

  /** A name that is looked for. */
  static final class Name {
    private final byte[] bytes;
    private final Optional<Name> outer;

    /** The paths that end here, by their number. */
    private final List<Integer> ends = new ArrayList<>();

    /** What is left of those that go on. */
    private final Map<Integer, String> rests = new LinkedHashMap<>();

    private Optional<JsonPaths> inner = Optional.empty();

    private Name(String name, Optional<Name> outer) {
      this.bytes = name.getBytes(UTF_8);
      this.outer = outer;
    }

    /** The numbers of the paths that are found with its value. */
    List<Integer> ends() {
      return ends;
    }

    /** The numbers of the paths that lead into its value. */
    Iterable<Integer> goingOn() {
      return rests.keySet();
    }

    /** Whether paths lead into its value. */
    boolean isPassed() {
      return !rests.isEmpty();
    }

    /** What is looked for in its value; made when first asked for, since most of it never is. */
    JsonPaths inner() {
      if (inner.isEmpty()) {
        inner = Optional.of(new JsonPaths(rests, Optional.of(this)));
      }
      return inner.get();
    }

    /** Whether this is that name in that object, or within its value. */
    boolean isWithin(Name other) {
      Name each = this;
      while (each != other && each.outer.isPresent()) {
        each = each.outer.get();
      }
      return each == other;
    }
  }

  /** These paths, which are numbered. */
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

  /** The name that stands there in UTF-8, if it is looked for. */
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
