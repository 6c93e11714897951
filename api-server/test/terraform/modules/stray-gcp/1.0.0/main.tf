# Resource that a cloud proof leaves behind. It gets no variables, so the credentials of the account contain the folder.
resource "terraform_data" "stray" {
  provisioner "local-exec" {
    interpreter = ["node", "-e"]
    command     = <<-E
      const { folder } = JSON.parse(process.env.GOOGLE_CREDENTIALS)
      require('node:fs').writeFileSync(require('node:path').join(folder, 'folder_thing.stray-1'), '')
    E
  }
}
