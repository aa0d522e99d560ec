#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

extension FileError.Kind {
  /// Sorts the system's error numbers into kinds.
  init(errorNumber: Int32) {
    self =
      switch errorNumber {
      case ENOENT: .missing
      case EISDIR: .isFolder
      case ENOTDIR: .notFolder
      case ELOOP: .symbolicLinkLoop
      case EACCES, EPERM: .permission
      case EFBIG, EOVERFLOW: .tooLarge
      case ENOSPC, EDQUOT: .noSpace
      case EROFS: .readOnly
      case EEXIST, ENOTEMPTY: .exists
      case EWOULDBLOCK, EBUSY, ETXTBSY: .busy
      case EINVAL, ENAMETOOLONG, EILSEQ: .badPath
      default: .other
      }
  }
}

extension FileError {
  /// A read that was refused because of the size of what is there.
  static func tooLarge(_ path: String, limit: Int) -> FileError {
    let size =
      limit >= 1 << 20 ? "more than \(limit >> 20) MB" : "more than \(limit) bytes"
    return FileError(operation: "read", path: path, errorNumber: EFBIG, detail: size)
  }

  /// A file that is not there.
  static func missing(_ path: String, operation: String = "read") -> FileError {
    FileError(operation: operation, path: path, errorNumber: ENOENT)
  }

  /// A folder where a file should be.
  static func isFolder(_ path: String, operation: String = "read") -> FileError {
    FileError(operation: operation, path: path, errorNumber: EISDIR)
  }

  /// A file where a folder should be.
  static func notFolder(_ path: String, operation: String = "list") -> FileError {
    FileError(operation: operation, path: path, errorNumber: ENOTDIR)
  }

  /// Symbolic links that lead in a circle.
  static func linkLoop(_ path: String, operation: String = "read") -> FileError {
    FileError(operation: operation, path: path, errorNumber: ELOOP)
  }

  /// Something that is there already.
  static func exists(_ path: String, operation: String) -> FileError {
    FileError(operation: operation, path: path, errorNumber: EEXIST)
  }
}
