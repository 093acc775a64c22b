package dev.sluice.it.campaign;

/** The n-th time, from 1, that a process comes to a point. */
record Aim(Point point, int hit) {
  Aim {
    if (hit < 1) {
      throw new IllegalArgumentException("hit " + hit);
    }
  }
}
