package dev.sluice.storage.text;

/**
 * A row that cannot be used.
 *
 * @param place position in its file: {@code line 3}, from 1, or {@code row 2}, from 0
 * @param reason what is wrong
 */
public record RejectedRow(String place, String reason) {
  @Override
  public String toString() {
    return place + ": " + reason;
  }
}
