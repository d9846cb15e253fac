package headwind.junit;

/** Why a test could not use its link, and what to do about it. */
public final class LinkException extends RuntimeException {
  private static final long serialVersionUID = 1;

  LinkException(String message) {
    super(message);
  }

  LinkException(String message, Throwable cause) {
    super(message, cause);
  }
}
