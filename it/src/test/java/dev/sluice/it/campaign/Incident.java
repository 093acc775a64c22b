package dev.sluice.it.campaign;

/** Something that happens to more than one process, or to what lies on disk. */
enum Incident implements Fault {
  ;

  @Override
  public String words() {
    return name();
  }
}
