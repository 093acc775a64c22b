package dev.sluice.storage.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StampedFilesTest {
  /** Attributes of an object. */
  private record Found(Instant modified, long size, Object fileKey) implements BasicFileAttributes {
    @Override
    public FileTime lastModifiedTime() {
      return FileTime.from(modified);
    }

    @Override
    public FileTime lastAccessTime() {
      return lastModifiedTime();
    }

    @Override
    public FileTime creationTime() {
      return lastModifiedTime();
    }

    @Override
    public boolean isRegularFile() {
      return true;
    }

    @Override
    public boolean isDirectory() {
      return false;
    }

    @Override
    public boolean isSymbolicLink() {
      return false;
    }

    @Override
    public boolean isOther() {
      return false;
    }
  }

  /** Some stores list milliseconds, and round them where one object is asked for. */
  @Test
  void shouldTellObjectsByTheirTags() {
    Instant modified = Instant.parse("2026-11-27T10:00:00Z");
    StampedFiles.Stamp asked = StampedFiles.Stamp.ofObject(new Found(modified, 7, "tag"));

    assertThat(asked)
        .isEqualTo(StampedFiles.Stamp.ofObject(new Found(modified.plusMillis(9), 7, "tag")))
        .isNotEqualTo(StampedFiles.Stamp.ofObject(new Found(modified, 7, "other")))
        .isNotEqualTo(StampedFiles.Stamp.ofObject(new Found(modified, 8, "tag")));
  }
}
