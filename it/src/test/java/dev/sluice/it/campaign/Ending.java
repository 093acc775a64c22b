package dev.sluice.it.campaign;

import dev.sluice.it.ProgramProcess;
import java.util.Optional;

/** How a process of a round ended, and whether it may. */
final class Ending {
  private static final int SIGTERM = 143;
  private static final String CLEANLY =
      "sluice: stopped cleanly; run the command again to continue";

  private final Stage stage;
  private final Role role;
  private final ProgramProcess.Ended ended;

  Ending(Stage stage, Role role, ProgramProcess.Ended ended) {
    this.stage = stage;
    this.role = role;
    this.ended = ended;
  }

  /**
   * Complains where it was not as it should be.
   *
   * @param blow that the process has taken
   * @param told whether it was told to stop because all is over
   */
  void judge(Optional<Blow> blow, boolean told) {
    if (ended.err().contains("\tat ")) {
      complain("shows a stack trace");
    }
    boolean explained = blow.filter(by -> by.strike().act().explains(ended.exitCode())).isPresent();
    if (ended.exitCode() == 0 && role.isWork()) {
      stage.finish();
    } else if (told && ended.exitCode() == SIGTERM) {
      // One that has only just been started has nothing to stop, and says nothing.
      if (!ended.err().isEmpty()) {
        requireClean();
      }
    } else if (explained) {
      blow.ifPresent(this::judge);
    } else {
      judgeFailure();
    }
  }

  private void judge(Blow blow) {
    boolean late = role.isWork() && !ended.out().isEmpty(); // it has told what it has done
    if (blow.strike().act() == Act.TERMINATE && blow.aim().isPresent() && !late) {
      requireClean();
    }
    if (ended.exitCode() == 1) {
      judgeFailure();
    }
  }

  private void requireClean() {
    if (!ended.lastLine().equals(CLEANLY)) {
      complain("did not stop cleanly");
    }
  }

  /** Nobody ended it: allowed where the others' faults reach it, and then with words. */
  private void judgeFailure() {
    stage.ended(describe());
    if (ended.exitCode() != 1 || !stage.plan().disturbsOthers()) {
      complain("ended by itself");
    } else if (!ended.lastLine().startsWith("sluice: ")) {
      complain("does not say why it failed");
    }
  }

  private void complain(String what) {
    stage.complain(what + ": " + describe());
  }

  private String describe() {
    return "%s, exit code %d: %s".formatted(role.command(), ended.exitCode(), ended.lastLine());
  }
}
