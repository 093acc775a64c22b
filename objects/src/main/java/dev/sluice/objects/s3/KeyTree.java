package dev.sluice.objects.s3;

import dev.sluice.objects.ObjectEntry;
import dev.sluice.objects.ObjectVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Objects below a prefix as a tree, for which S3 has only names with slashes. */
final class KeyTree {
  private final List<ObjectEntry> objects = new ArrayList<>();
  private final Map<String, KeyTree> prefixes = new LinkedHashMap<>();

  /** The tree below a name; it is there from now on. */
  KeyTree below(String name) {
    return prefixes.computeIfAbsent(name, absent -> new KeyTree());
  }

  /** Adds an object that is directly below. */
  void add(String name, ObjectVersion version) {
    objects.add(ObjectEntry.object(name, version));
  }

  /** What is directly below, each prefix with what is below it. */
  List<ObjectEntry> entries() {
    List<ObjectEntry> entries = new ArrayList<>(objects);
    prefixes.forEach(
        (name, tree) ->
            entries.add(new ObjectEntry(name, Optional.empty(), Optional.of(tree.entries()))));
    return entries;
  }
}
