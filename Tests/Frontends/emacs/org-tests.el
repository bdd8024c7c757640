;;; org-tests.el --- Charts in Org files  -*- lexical-binding: t; -*-

;;; Code:

(require 'ob-chart)
(require 'org)
(require 'tests-support)

(setq org-confirm-babel-evaluate nil)

(defun tests-babel (block)
  "What Org makes of a file with BLOCK after the block was evaluated."
  (let* ((directory (make-temp-file "org" t)) (default-directory (file-name-as-directory directory)))
    (unwind-protect
        (with-temp-buffer
          (setq default-directory (file-name-as-directory directory))
          (org-mode)
          (insert block)
          (goto-char (point-min))
          (search-forward "begin_src")
          (org-babel-execute-src-block)
          (list (buffer-string)
                (mapcar (lambda (file)
                          (cons (file-name-nondirectory file)
                                (with-temp-buffer (insert-file-contents file) (buffer-string))))
                        (directory-files directory t "svg"))))
      (delete-directory directory t))))

(ert-deftest org-draws-a-chart-into-the-file-that-the-block-names ()
  (org-babel-do-load-languages 'org-babel-load-languages '((chart . t)))
  (pcase-let ((`(,text ,files)
               (tests-babel (concat "#+begin_src chart :file spending.svg :theme dark :size 320x200\n"
                                    tests-spending "#+end_src\n"))))
    (should (string-match-p "#\\+RESULTS:\n\\[\\[file:spending.svg\\]\\]" text))
    (should (equal (mapcar #'car files) '("spending.svg")))
    (should (string-match-p "\\`<svg[^>]*width=\"320\"" (cdar files)))))

(ert-deftest org-names-the-file-itself-and-puts-variables-in ()
  (pcase-let ((`(,text ,files)
               (tests-babel (concat "#+begin_src chart :var name=\"Household\" share=40\n"
                                    (replace-regexp-in-string
                                     "25" "$share" (string-replace "title: Spending" "title: $name" tests-spending))
                                    "#+end_src\n"))))
    (should (string-match-p "\\[\\[file:chart-[0-9a-f]+\\.svg\\]\\]" text))
    (should (string-match-p ">Household<" (cdar files)))
    (should (string-match-p "Rent: 40 " (cdar files)))))

(ert-deftest org-names-the-place-of-a-fault ()
  (should (equal (cadr (should-error (tests-babel "#+begin_src chart\nkind: pie\nslices:\n  - {valeu: 1}\n#+end_src\n")
                                     :type 'user-error))
                 "Line 3, column 6: slices[0].valeu: unknown key; did you mean 'value'?")))

(provide 'org-tests)
;;; org-tests.el ends here
