// In another module "Kit.Mail" would be a member of the type.
public enum Kit {}
public protocol Mail: Sendable {}
public protocol `protocol`: Sendable {}
