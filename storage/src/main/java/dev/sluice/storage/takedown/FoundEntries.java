package dev.sluice.storage.takedown;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.UrlForm;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which entries of a list name at least one row. Of a row, all entries count, and not only the
 * first that names it. Takes a bit for each entry. Thread-safe.
 */
public final class FoundEntries {
  private final TakedownList list;
  private final EntryForms forms = new EntryForms();
  private final Map<EntryKind, BitSet> found = new EnumMap<>(EntryKind.class);

  /** Looks for the entries of a list. */
  public FoundEntries(TakedownList list) {
    this.list = list;
  }

  /** Adds the entries that name a row, but for signatures. */
  synchronized void add(byte[] id, Optional<String> url, byte[] text, int offset, int length) {
    add(EntryKind.ID, forms.id(id));
    url.map(UrlForm::of).ifPresent(this::add);
    if (list.count(EntryKind.TEXT) > 0) {
      add(EntryKind.TEXT, forms.hashed(text, offset, length));
    }
  }

  /** Adds an entry of {@link EntryKind#NEAR} that names a row. */
  synchronized void addNear(byte[] entry) {
    add(EntryKind.NEAR, entry);
  }

  private void add(UrlForm url) {
    byte[] form = url.text().getBytes(UTF_8);
    add(EntryKind.URL, forms.hashed(form, 0, form.length));
    url.domains().forEach(domain -> add(EntryKind.DOMAIN, forms.domain(domain)));
  }

  private void add(EntryKind kind, byte[] entry) {
    int number = list.entries(kind).find(entry, 0, entry.length);
    if (number >= 0) {
      found.computeIfAbsent(kind, first -> new BitSet()).set(number);
    }
  }

  /** Returns the entries that have named no row so far. */
  public synchronized TakedownList missing() {
    return list.without((kind, entry) -> found.containsKey(kind) && found.get(kind).get(entry));
  }
}
